// SPDX-License-Identifier: BSL-1.0
// A compute capability whose first number is a fraction.
// expect: compute_capability<M, N>: M is an integer, the one in front of the point: compute_capability<8, 9>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::needs<at::compute_capability<8, 9>>;
#else
using wanted = at::needs<at::compute_capability<8.9, 0>>;
#endif
constexpr bool met = at::check_needs<at::L4, wanted>;  // here
bool answer() { return met; }

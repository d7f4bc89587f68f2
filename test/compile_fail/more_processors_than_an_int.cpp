// SPDX-License-Identifier: BSL-1.0
// A number of cores that no int holds.
// expect: a_count_is_an_integer_as_in_cpus_4
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using limits = at::limits<at::cpus<1>>;
#else
using limits = at::limits<at::cpus<4294967297>>;  // here
#endif
inline constexpr auto run = at::task<at::cpu, limits>("run", [](auto&) {});

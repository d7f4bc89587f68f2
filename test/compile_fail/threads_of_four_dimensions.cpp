// SPDX-License-Identifier: BSL-1.0
// A block of four dimensions.
// expect: threads_per_block<...>: one, two or three numbers, or one, two or three at_most<N>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using blocks = at::grid<at::threads_per_block<2, 2, 2>>;
#else
using blocks = at::grid<at::threads_per_block<2, 2, 2, 2>>;
#endif
inline constexpr int threads = blocks::threads;  // here

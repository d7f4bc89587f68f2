// SPDX-License-Identifier: BSL-1.0
// A negative number of times an amount of memory.
// expect: bytes are multiplied or divided by a negative number
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
inline constexpr at::bytes both = 2 * 1_GiB;
#else
inline constexpr at::bytes both = -2 * 1_GiB;  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// An amount of memory below 0.
// expect: a difference of bytes is below 0
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
inline constexpr at::bytes rest = 2_GiB - 1_GiB;
#else
inline constexpr at::bytes rest = 1_GiB - 2_GiB;  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// A number has no unit.
// expect: amounts_of_memory_have_a_unit_as_4_GiB
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
inline constexpr at::bytes all = 4_GiB + 12_MiB;
#else
inline constexpr at::bytes all = 4_GiB + 12;  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// A literal that is a fraction of a unit.
// expect: a literal of bytes is an integer: write 1536_MiB for 1.5 GiB
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
inline constexpr at::bytes memory = 1536_MiB;
#else
inline constexpr at::bytes memory = 1.5_GiB;  // here
#endif

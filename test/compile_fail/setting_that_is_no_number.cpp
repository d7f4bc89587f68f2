// SPDX-License-Identifier: BSL-1.0
// A setting is a number of MiB, not a text with a unit.
// expect: the value of this setting is a number from 1
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using share = at::system<"hami", at::setting<"memory-mib", "3000">>;
#else
using share = at::system<"hami", at::setting<"memory-mib", "3000Mi">>;
#endif
inline constexpr auto request = at::request<share, at::A100>();  // here

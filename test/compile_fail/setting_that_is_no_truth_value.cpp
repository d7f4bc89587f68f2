// SPDX-License-Identifier: BSL-1.0
// A setting is true or false.
// expect: the value of this setting is "true" or "false"
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using farm = at::system<"nomad", at::setting<"by-constraint", "true">>;
#else
using farm = at::system<"nomad", at::setting<"by-constraint", "yes">>;
#endif
inline constexpr auto request = at::request<farm, at::A100>();  // here

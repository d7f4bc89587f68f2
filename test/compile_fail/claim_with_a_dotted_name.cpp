// SPDX-License-Identifier: BSL-1.0
// A request in a claim is named after a profile, dot included.
// expect: the system has no name like this; value_of_setting<..., Value, Choices> has the rule for it
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/dra.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using pool = at::system<"dra", at::setting<"request-name", "mig-2g-10gb">>;
#else
using pool = at::system<"dra", at::setting<"request-name", "mig-2g.10gb">>;
#endif
inline constexpr auto request = at::request<pool, at::A100::partition<"2g.10gb">>();  // here

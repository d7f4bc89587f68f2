// SPDX-License-Identifier: BSL-1.0
// Nomad knows devices by the driver's names, and none that the site has.
// expect: a system takes the parts that it knows
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using site = at::system<"pbs", at::site_type<at::A100, "a100_pcie">>;
#else
using site = at::system<"nomad", at::site_type<at::A100, "a100_pcie">>;
#endif
inline constexpr auto request = at::request<site, at::A100>();  // here

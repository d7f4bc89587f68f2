// SPDX-License-Identifier: BSL-1.0
// PBS has no boards: the site names what it has.
// expect: a system takes the parts that it knows
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using site = at::system<"pbs", at::site_type<at::A100, "a100_pcie">>;
#else
using site = at::system<"pbs", at::product<"NVIDIA A100-PCIE-40GB">>;
#endif
inline constexpr auto request = at::request_for<site, at::A100>();  // here

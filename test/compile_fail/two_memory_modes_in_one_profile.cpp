// SPDX-License-Identifier: BSL-1.0
// AMD's Device Config Manager takes one memory mode in a profile.
// expect: NPS1 and NPS4 cannot be combined in one profile
#include <allotype/catalog/amd.hpp>
#include <allotype/cluster/provision/amd_config_manager.hpp>
namespace at = allotype;

constexpr auto cpx = at::amd_config_manager::profile().add<at::MI300X::partition<"CPX/NPS1">>(4);
#ifdef TWIN
inline constexpr auto both = at::amd_config_manager::profile(cpx).add<at::MI300X::partition<"SPX/NPS1">>(4);
#else
inline constexpr auto both = at::amd_config_manager::profile(cpx).add<at::MI300X::partition<"CPX/NPS4">>(4);  // here
#endif

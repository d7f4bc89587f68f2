// SPDX-License-Identifier: BSL-1.0
// Slurm 22.05 gives both partitions of the nodes the same name.
// expect: have the same type in Slurm
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/request/slurm.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr auto version = at::slurm::version::v23_02_6;
#else
inline constexpr auto version = at::slurm::version::v22_05;
#endif
using slices = at::pool<"mig", at::slurm::detected<version>, at::layout<at::A100, "1g.5gb", "1g.5gb+me">>;
inline constexpr auto request = at::request_for<slices, at::A100::partition<"1g.5gb">>();  // here

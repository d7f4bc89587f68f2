// SPDX-License-Identifier: BSL-1.0
// Slurm 22.05 gives both partitions of the nodes the same name.
// expect: have the same type in Slurm
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/request/slurm.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using slurm = at::system<"slurm">;
#else
using slurm = at::system<"slurm-22.05">;
#endif
using slices = at::pool<"mig", slurm, at::layout<at::A100, "1g.5gb", "1g.5gb+me">>;
inline constexpr auto request = at::request<slices, at::A100::partition<"1g.5gb">>();  // here

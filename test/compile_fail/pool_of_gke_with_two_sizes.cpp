// SPDX-License-Identifier: BSL-1.0
// GKE partitions all GPUs of a node alike.
// expect: on GKE all GPUs of a node pool are alike
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using halves = at::layout<at::A100, "3g.20gb", "3g.20gb">;
#else
using halves = at::layout<at::A100, "3g.20gb", "2g.10gb">;
#endif
using slices = at::pool<"slices", at::system<"gke">, halves>;
inline constexpr auto request = at::request<slices, at::A100::partition<"3g.20gb">>();  // here

// SPDX-License-Identifier: BSL-1.0
// GKE partitions an A100 into this size, and its device plugin offers nothing then.
// expect: device plugin does not know the 4g size of this GPU
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using slice = at::A100::partition<"3g.20gb">;
#else
using slice = at::A100::partition<"4g.20gb">;
#endif
inline constexpr auto request = at::request<at::system<"gke">, slice>();  // here

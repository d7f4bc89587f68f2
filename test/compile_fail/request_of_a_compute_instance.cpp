// SPDX-License-Identifier: BSL-1.0
// A compute instance is asked of a device plugin, which knows GPU instances only.
// expect: device plugins know GPU instances only
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using slice = at::A100::partition<"3g.20gb">;
#else
using slice = at::A100::partition<"1c.3g.20gb">;
#endif
inline constexpr auto request = at::request<at::system<"kubernetes-mixed">, slice>();  // here

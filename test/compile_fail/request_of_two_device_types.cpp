// SPDX-License-Identifier: BSL-1.0
// Two profiles in one container.
// expect: a container gets devices of one type from a device plugin
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

using big = at::A100::partition<"3g.20gb">;
#ifdef TWIN
using small = big;
#else
using small = at::A100::partition<"1g.5gb">;
#endif
inline constexpr auto request = at::request<at::system<"kubernetes-mixed">, big, small>();  // here

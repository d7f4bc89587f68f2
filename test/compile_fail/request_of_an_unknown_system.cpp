// SPDX-License-Identifier: BSL-1.0
// What is done with the request has no error of its own.
// expect: no system has the name
// expect: the nearest is
// only: gcc
#include <allotype/allotype.hpp>
#include <allotype/cluster/request.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr auto pod = at::request<at::system<"kubernetes-mixed">, at::A100::partition<"2g.10gb">>();
#else
inline constexpr auto pod = at::request<at::system<"kubernetes">, at::A100::partition<"2g.10gb">>();  // here
#endif
static_assert(pod.limit("nvidia.com/mig-2g.10gb") == 1);

// SPDX-License-Identifier: BSL-1.0
// KubeRay would start Ray with the GPUs of one profile and leave out the other.
// expect: KubeRay counts the first resource of GPUs in a group and no other
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/kuberay.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

using pool = at::kuberay::on<at::system<"kubernetes-mixed">>;
using small = at::A100::partition<"1g.5gb">;
#ifdef TWIN
using other = small;
#else
using other = at::A100::partition<"2g.10gb">;
#endif
inline constexpr auto request = at::request<pool, small, other>();  // here

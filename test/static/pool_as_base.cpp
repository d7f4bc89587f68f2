// SPDX-License-Identifier: BSL-1.0
// A pool with a name of its own: nvcc's front end prints the type that an alias stands for, and loses the texts in it.
#include <allotype/allotype.hpp>
#include <allotype/cluster/pools.hpp>
#include <allotype/cluster/request/system.hpp>

namespace {

namespace at = allotype;

using half = at::A100::partition<"3g.20gb">;
struct lab : at::pool<"lab", at::system<"kubernetes-mixed">, at::nodes<2>, at::layout<at::A100, "3g.20gb", "3g.20gb">> {
};

constexpr auto pod = at::request<lab, half>();
static_assert(pod.limit("nvidia.com/mig-3g.20gb") == 1);
static_assert(at::serves<lab, half> && at::serves_together<lab, at::replicas<half, 4>>);
static_assert(!at::serves_together<at::cluster<lab>, at::replicas<half, 5>>);

}  // namespace

// SPDX-License-Identifier: BSL-1.0
// A pool that is an alias, and one that is a class. nvcc's front end writes the type that an alias stands for, with the
// texts in it.
#include <allotype/allotype.hpp>
#include <allotype/cluster/pools.hpp>
#include <allotype/cluster/pools/setup.hpp>
#include <allotype/cluster/request/system.hpp>

#include <vector>

namespace {

namespace at = allotype;

using half = at::A100::partition<"3g.20gb">;
struct lab : at::pool<"lab", at::system<"kubernetes-mixed">, at::nodes<2>, at::layout<at::A100, "3g.20gb", "3g.20gb">> {
};
using whole = at::pool<"whole", at::system<"slurm">, at::gpus_of<at::A100, 8>, at::setting<"partition", "gpu">>;
using both = at::cluster<lab, whole>;

constexpr auto pod = at::request<lab, half>();
static_assert(pod.limit("nvidia.com/mig-3g.20gb") == 1);
static_assert(at::serves<lab, half> && at::serves_together<lab, at::replicas<half, 4>>);
static_assert(!at::serves_together<at::cluster<lab>, at::replicas<half, 5>>);

[[maybe_unused]] constexpr auto job = at::request<whole, at::A100>();
static_assert(at::serves_together<both, at::replicas<half, 4>, at::replicas<at::A100, 8>>);

[[maybe_unused]] std::vector<at::setup_step> all_steps() { return at::provision<both>(); }  // in the host's code
[[maybe_unused]] std::vector<at::setup_step> steps() { return at::provision<whole>(); }

}  // namespace

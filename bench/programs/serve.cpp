// SPDX-License-Identifier: BSL-1.0
// Twenty tasks at the same time on a cluster of four pools.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/slurm.hpp>
#include <allotype/cluster/request/system.hpp>
#include <boost/mp11/list.hpp>

namespace at = allotype;

template <class Wanted, int Number>
struct service {
  using wanted = Wanted;
};

using balanced = at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb">;
using halves = at::layout<at::A100, "3g.20gb", "3g.20gb">;
using shared = at::pool<"shared", at::system<"kubernetes-mixed">, at::nodes<4>, balanced, balanced>;
using training = at::pool<"train", at::system<"gke">, at::nodes<2>, at::gpus_of<at::H100_80GB, 8>>;
using batch = at::pool<"batch", at::system<"slurm">, at::nodes<2>, balanced, halves>;
using small = at::pool<"small", at::system<"kubernetes-mixed">, at::nodes<3>, at::gpus_of<at::T4, 4>>;
using lab = at::cluster<shared, training, batch, small>;

template <class Wanted, int First>
using five = at::list<service<Wanted, First>, service<Wanted, First + 1>, service<Wanted, First + 2>,
                      service<Wanted, First + 3>, service<Wanted, First + 4>>;
template <class... Task>
constexpr bool run_together(at::list<Task...>) {
  return at::check_serves_together<lab, at::replicas<Task, 2>...>;
}
using tasks =
    boost::mp11::mp_append<five<at::A100::partition<"2g.10gb">, 0>,
                           five<at::any_of<at::A100::partition<"3g.20gb">, at::T4>, 5>,
                           five<at::A100::partition<"1g.5gb">, 10>, five<at::any_of<at::H100_80GB, at::cpu>, 15>>;
static_assert(run_together(tasks{}));

// SPDX-License-Identifier: BSL-1.0
// Two tasks for four GPUs may start on different nodes; then none is left for the task for eight.
// expect: these tasks fit on the cluster at the same time, but in some order of arrival one finds no node with enough
// expect: left: start those first that take most
// computed: these tasks fit on the cluster at the same time, but in some order of arrival one finds no node with enough
// computed: left; in this order all find one: 8 of H100_80GB, 2 times 4 of H100_80GB
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

using two = at::pool<"two", at::system<"kubernetes-mixed">, at::nodes<2>, at::gpus_of<at::H100_80GB, 8>>;
#ifdef TWIN
inline constexpr int gpus = 4;
#else
inline constexpr int gpus = 8;
#endif
constexpr auto half = at::task<at::H100_80GB, at::limits<at::gpus<4>>>("half", [](auto&) {});
constexpr auto large = at::task<at::H100_80GB, at::limits<at::gpus<gpus>>>("large", [](auto&) {});
static_assert(at::check_serves_in_any_order<two, at::replicas<decltype(half), 2>, decltype(large)>);  // here

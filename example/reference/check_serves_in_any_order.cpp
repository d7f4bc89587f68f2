// SPDX-License-Identifier: BSL-1.0
// True where no order in which tasks start leaves one waiting; else an error has such an order.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;
using eights = at::pool<"eight", at::system<"kubernetes-mixed">, at::nodes<2>, at::gpus_of<at::H100_80GB, 8>>;
constexpr auto half = at::task<at::H100_80GB, at::limits<at::gpus<4>>>("half", [](auto&) {});
constexpr auto whole = at::task<at::H100_80GB, at::limits<at::gpus<8>>>("whole", [](auto&) {});
static_assert(at::check_serves_in_any_order<eights, at::replicas<decltype(half), 4>>);

using half_task = decltype(half);
using whole_task = decltype(whole);

int main() {
  std::printf("two halves and a whole: %d\n", at::serves_in_any_order<eights, at::replicas<half_task, 2>, whole_task>);
}

// SPDX-License-Identifier: BSL-1.0
// A task asks for a partition that no pool has.
// expect: no pool of the cluster serves this task
// expect: lack::partition
// expect(gcc): {"small"}
// computed: no pool of the cluster serves what wants A100 7g.40gb; pool 'small' has A100 3g.20gb, A100 2g.10gb,
// computed: A100 1g.5gb on a node
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

using slices = at::pool<"small", at::system<"kubernetes-mixed">, at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb">>;
#ifdef TWIN
using wanted = at::A100::partition<"2g.10gb">;
#else
using wanted = at::A100::partition<"7g.40gb">;
#endif
static_assert(at::check_serves<at::cluster<slices>, wanted>);  // here

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Four services that share GPUs, and the cluster that they run on: both are types, and the compiler compares them.
#pragma once

#include <allotype/cluster.hpp>
#include <allotype/cluster/pools/setup.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/slurm.hpp>
#include <allotype/cluster/request/system.hpp>

#include "../share_a_gpu/tasks.hpp"

namespace example {

// [lab]
/// Each GPU has a partition for each service.
using shared_gpu = at::layout_of<at::A100, partition_for<transcoder>, partition_for<digit_reader>,
                                 partition_for<searcher>, partition_for<clustering>>;

struct services : at::pool<"services", at::system<"kubernetes-mixed">, at::nodes<3>, shared_gpu, shared_gpu> {};
struct batch : at::pool<"batch", at::system<"slurm">, at::nodes<2>, shared_gpu, at::setting<"partition", "gpu">> {};
using lab = at::cluster<services, batch>;

template <int Count>
using of_each = at::list<at::replicas<decltype(transcode_video), Count>, at::replicas<decltype(read_pictures), Count>,
                         at::replicas<decltype(find_documents), Count>, at::replicas<decltype(group_points), Count>>;
// [lab]

}  // namespace example

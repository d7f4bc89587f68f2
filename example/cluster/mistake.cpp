// SPDX-License-Identifier: BSL-1.0
// One service asks for a partition that no GPU of the cluster has. This does not compile: the error is what the demo
// shows.
#include "lab.hpp"

using whole_gpu = example::at::A100::partition<"7g.40gb">;
static_assert(example::at::check_serves<example::lab, whole_gpu>);

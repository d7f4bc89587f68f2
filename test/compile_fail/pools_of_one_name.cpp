// SPDX-License-Identifier: BSL-1.0
// Two pools of a cluster with one name.
// expect: two pools of this cluster have one name
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

using train = at::pool<"train", at::system<"slurm">, at::gpus_of<at::A100, 8>>;
#ifdef TWIN
using more = at::pool<"more", at::system<"slurm">, at::gpus_of<at::H100_80GB, 8>>;
#else
using more = at::pool<"train", at::system<"slurm">, at::gpus_of<at::H100_80GB, 8>>;
#endif
using lab = at::cluster<train, more>;  // here

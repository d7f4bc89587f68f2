// SPDX-License-Identifier: BSL-1.0
// Two parts of a pool say how many nodes it has.
// expect: a pool says nodes<N> once
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

#ifdef TWIN
using train = at::pool<"train", at::system<"slurm">, at::nodes<2>, at::gpus_of<at::A100, 8>>;
#else
using train = at::pool<"train", at::system<"slurm">, at::nodes<2>, at::gpus_of<at::A100, 8>, at::nodes<3>>;  // here
#endif
inline constexpr auto request = at::request<train, at::A100>();

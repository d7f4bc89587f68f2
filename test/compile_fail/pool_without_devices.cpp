// SPDX-License-Identifier: BSL-1.0
// A count of 0 has one error, and a request to the pool none.
// expect: gpus_of<A, N>: a node has at least one
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;
#ifdef TWIN
using farm = at::pool<"farm", at::system<"slurm">, at::gpus_of<at::A100, 4>>;
#else
using farm = at::pool<"farm", at::system<"slurm">, at::gpus_of<at::A100, 0>>;  // here
#endif
inline constexpr auto request = at::request<farm, at::A100>();

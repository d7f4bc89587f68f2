// SPDX-License-Identifier: BSL-1.0
// Another name for the count.
// expect: request: how many devices are asked for on each node is .count: ({.count = 2})
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

using shared = at::pool<"shared", at::system<"slurm">, at::nodes<2>, at::gpus_of<at::T4, 4>>;
#ifdef TWIN
auto asked() { return at::request<shared, at::T4>({.count = 2}); }
#else
auto asked() { return at::request<shared, at::T4>({.number = 2}); }  // here
#endif

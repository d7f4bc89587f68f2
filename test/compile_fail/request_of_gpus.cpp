// SPDX-License-Identifier: BSL-1.0
// The number of devices by another name than count.
// expect: request: how many devices are asked for on each node is .count: ({.count = 2})
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr auto job = at::request<at::system<"slurm">, at::A100>({.count = 2});
#else
inline constexpr auto job = at::request<at::system<"slurm">, at::A100>({.gpus = 2});  // here
#endif

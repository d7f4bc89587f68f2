// SPDX-License-Identifier: BSL-1.0
// The system as an argument.
// expect: request: who is asked is missing: name a pool or a system, request<system<"slurm">>(task)
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

constexpr auto train = at::task<at::A100>("train", [](auto&) {});
#ifdef TWIN
inline constexpr auto job = at::request<at::system<"slurm">>(train);
#else
inline constexpr auto job = at::request(at::system<"slurm">{}, train);  // here
#endif

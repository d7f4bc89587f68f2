// SPDX-License-Identifier: BSL-1.0
// A request that names neither a pool nor a system.
// expect: request: who is asked is missing: name a pool or a system, request<system<"slurm">>(task)
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

constexpr auto chat = at::task<at::A100::partition<"3g.20gb">>("chat", [](auto&) {});
#ifdef TWIN
inline constexpr auto job = at::request<at::system<"slurm">>(chat);
#else
inline constexpr auto job = at::request(chat);  // here
#endif

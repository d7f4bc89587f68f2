// SPDX-License-Identifier: BSL-1.0
// A task between the brackets of types.
// expect: request: a task stands between the brackets of the call, request<lab>(task), and its type
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

constexpr auto chat = at::task<at::A100::partition<"3g.20gb">>("chat", [](auto&) {});
#ifdef TWIN
inline constexpr auto job = at::request<at::system<"slurm">, decltype(chat)>();
#else
inline constexpr auto job = at::request<at::system<"slurm">, chat>();  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// A text as the system.
// expect: request: a text is no system: name it by its type, request<system<"slurm">>(task)
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

constexpr auto train = at::task<at::A100>("train", [](auto&) {});
#ifdef TWIN
inline constexpr auto job = at::request<at::system<"slurm">>(train);
#else
inline constexpr auto job = at::request<"slurm">(train);  // here
#endif

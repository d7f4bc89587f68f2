// SPDX-License-Identifier: BSL-1.0
// A number without its name.
// expect: request: a number has its name: request<lab, A100>({.count = 2}), or request<lab>(task, {.count = 2})
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
[[maybe_unused]] constexpr auto asked = at::request<at::system<"slurm">, at::A100>({.count = 2});
#else
[[maybe_unused]] constexpr auto asked = at::request<at::system<"slurm">, at::A100>(2);  // here
#endif

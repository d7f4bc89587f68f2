// SPDX-License-Identifier: BSL-1.0
// What is asked for in front of who is asked.
// expect: request: who is asked comes first, and behind it what is asked for
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr auto asked = at::request<at::system<"slurm">, at::A100>();
#else
inline constexpr auto asked = at::request<at::A100, at::system<"slurm">>();  // here
#endif

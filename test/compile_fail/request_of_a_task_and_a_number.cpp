// SPDX-License-Identifier: BSL-1.0
// How many are asked for is an option, and has its name.
// expect: request: a number has its name: request<lab, A100>({.count = 2}), or request<lab>(task, {.count = 2})
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

inline constexpr auto cleaned_twice = at::task<at::A100::partition<"2g.10gb">>("clean", [](auto&) {});
#ifdef TWIN
inline constexpr auto pod_for_two = at::request<at::system<"kubernetes-mixed">>(cleaned_twice, {.count = 2});
#else
inline constexpr auto pod_for_two = at::request<at::system<"kubernetes-mixed">>(cleaned_twice, 2);  // here
#endif

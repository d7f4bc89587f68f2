// SPDX-License-Identifier: BSL-1.0
// The limits of a request, taken for a map.
// expect: static_vector: what stands in brackets is a position, and no name: a pod's limit is found by limit("nvidia.com/gpu")
#include <allotype/allotype.hpp>
#include <allotype/cluster/request.hpp>
namespace at = allotype;

inline constexpr auto pod = at::request<at::system<"kubernetes-mixed">, at::A100>({.count = 2});
#ifdef TWIN
static_assert(pod.limit("nvidia.com/gpu") == 2);
#else
static_assert(pod.limits["nvidia.com/gpu"] == 2);  // here
#endif

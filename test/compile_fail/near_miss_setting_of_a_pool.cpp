// SPDX-License-Identifier: BSL-1.0
// A misspelt setting of a pool. What is asked of the pool has no second error.
// expect: the system has no setting of this name; unknown_setting<Name, Nearest> has the nearest
// expect(gcc): {"replicas"}
// expect(clang): {"replicas"}
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

#ifdef TWIN
using four = at::setting<"replicas", "4">;
#else
using four = at::setting<"replica", "4">;
#endif
using shared = at::pool<"shared", at::system<"kubernetes-mixed">, at::gpus_of<at::T4, 1>, four>;  // here
inline constexpr auto request = at::request<shared, at::T4>();

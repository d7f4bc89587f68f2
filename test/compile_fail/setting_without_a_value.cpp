// SPDX-License-Identifier: BSL-1.0
// A setting is written as in a file, name and value in one text.
// expect: setting: a name and a value are two texts: setting<"instance-type", "p5.4xlarge">
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

#ifdef TWIN
using four = at::setting<"replicas", 4>;
#else
using four = at::setting<"replicas=4">;
#endif
using shared = at::pool<"shared", at::system<"kubernetes-mixed">, at::gpus_of<at::T4, 1>, four>;  // here
inline constexpr auto request = at::request<shared, at::T4>();

// SPDX-License-Identifier: BSL-1.0
// Memory as Kubernetes writes it.
// expect: request: an amount of memory is a number with its unit, and no text: {.memory = 64_GiB}
#include <allotype/allotype.hpp>
#include <allotype/cluster/request.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
[[maybe_unused]] constexpr auto pod =
    at::request<at::system<"kubernetes-mixed">, at::H100_80GB>({.count = 2, .memory = 64_GiB});
#else
constexpr auto pod =
    at::request<at::system<"kubernetes-mixed">, at::H100_80GB>({.count = 2, .memory = "64Gi"});  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// Kubernetes takes this claim, and never allocates it.
// expect: a claim gets at most 32 devices
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/dra.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr int devices = 32;
#else
constexpr int devices = 33;
#endif
inline constexpr auto request = at::request<at::system<"dra">, at::H200>({.count = devices});  // here

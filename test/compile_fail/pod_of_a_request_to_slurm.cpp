// SPDX-License-Identifier: BSL-1.0
// The manifest of a pod, for a request to Slurm.
// expect: kubernetes::pod: its first argument is a request to a system of Kubernetes, request<pool>(task)
#include <allotype/cluster.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr auto asked = at::request<at::system<"kubernetes-mixed">, at::A100>();
#else
inline constexpr auto asked = at::request<at::system<"slurm">, at::A100>();
#endif
void print() { (void)at::kubernetes::pod(asked, {.name = "train"}); }  // here

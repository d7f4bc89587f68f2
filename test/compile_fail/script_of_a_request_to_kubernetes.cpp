// SPDX-License-Identifier: BSL-1.0
// The script of a job, for a request to Kubernetes.
// expect: slurm::script: its first argument is a request to Slurm, request<pool>(task)
#include <allotype/cluster.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr auto asked = at::request<at::system<"slurm">, at::A100>();
#else
inline constexpr auto asked = at::request<at::system<"kubernetes-mixed">, at::A100>();
#endif
void print() { (void)at::slurm::script(asked, {.name = "train"}); }  // here

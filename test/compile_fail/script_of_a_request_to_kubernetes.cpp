// SPDX-License-Identifier: BSL-1.0
// The script of a job, for a request to Kubernetes.
// expect: a_script_is_printed_of_a_request_to_slurm
#include <allotype/cluster.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr auto asked = at::request<at::system<"slurm">, at::A100>();
#else
inline constexpr auto asked = at::request<at::system<"kubernetes-mixed">, at::A100>();
#endif
void print() { (void)at::slurm::script(asked, {.name = "train"}); }  // here

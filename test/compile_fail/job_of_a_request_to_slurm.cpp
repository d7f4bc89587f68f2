// SPDX-License-Identifier: BSL-1.0
// The same of a job.
// expect: a_job_is_printed_of_a_request_to_kubernetes
#include <allotype/cluster.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr auto asked = at::request<at::system<"kubernetes-mixed">, at::A100>();
#else
inline constexpr auto asked = at::request<at::system<"slurm">, at::A100>();
#endif
void print() { (void)at::kubernetes::job(asked, {.name = "train"}); }  // here

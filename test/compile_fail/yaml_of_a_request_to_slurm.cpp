// SPDX-License-Identifier: BSL-1.0
// A job of Slurm as YAML, as a Pod of Kubernetes is written.
// expect: a_job_of_slurm_is_no_yaml_and_to_string_has_its_options
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

constexpr auto job = at::request<at::system<"slurm">, at::A100>();
#ifdef TWIN
std::string text() { return to_string(job); }
#else
std::string text() { return to_yaml(job); }  // here
#endif

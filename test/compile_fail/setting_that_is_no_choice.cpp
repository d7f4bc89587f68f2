// SPDX-License-Identifier: BSL-1.0
// A setting that has a few values is given another one. The error has those that there are.
// expect: this setting has no such value
// expect(gcc): {"per-node,per-job,gpus-per-node"}
// expect(clang): {"per-node,per-job,gpus-per-node"}
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using jobs = at::system<"slurm", at::setting<"counted", "per-job">>;
#else
using jobs = at::system<"slurm", at::setting<"counted", "per-task">>;
#endif
inline constexpr auto request = at::request<jobs, at::A100>();  // here

// SPDX-License-Identifier: BSL-1.0
// A setting that is a name is given what no name is. The error has the rule.
// expect: the system has no name like this
// expect(gcc): 1 to 126 letters, digits, -, _, . and +
// expect(clang): 1 to 126 letters, digits
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using jobs = at::system<"slurm", at::setting<"partition", "gpu">>;
#else
using jobs = at::system<"slurm", at::setting<"partition", "gpu nodes">>;
#endif
inline constexpr auto request = at::request<jobs, at::A100>();  // here

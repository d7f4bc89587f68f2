// SPDX-License-Identifier: BSL-1.0
// LSF would give one slice with half the memory.
// expect: LSF names a partition by its slices alone
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using slice = at::A100::partition<"1g.5gb">;
#else
using slice = at::A100::partition<"1g.10gb">;
#endif
inline constexpr auto request = at::request<at::system<"lsf">, slice>();  // here

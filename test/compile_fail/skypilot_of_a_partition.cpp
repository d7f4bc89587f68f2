// SPDX-License-Identifier: BSL-1.0
// SkyPilot accepts any name, and would look for a GPU that is called so.
// expect: SkyPilot has no name for partitions
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using device = at::A100;
#else
using device = at::A100::partition<"2g.10gb">;
#endif
inline constexpr auto request = at::request<at::system<"skypilot">, device>();  // here

// SPDX-License-Identifier: BSL-1.0
// NVIDIA's driver for DRA has no device that is a part of a GPU instance.
// expect: a compute instance that is a part of one has no device
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/dra.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using slice = at::A100::partition<"3g.20gb">;
#else
using slice = at::A100::partition<"1c.3g.20gb">;
#endif
inline constexpr auto request = at::request<at::system<"dra">, slice>();  // here

// SPDX-License-Identifier: BSL-1.0
// A device plugin hands out partitions of any GPUs; that they are of one GPU is what a layout says.
// expect: only DRA can say that partitions are to be of one device
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/dra.hpp>
#include <allotype/cluster/request/system.hpp>
#include <allotype/plan/layout.hpp>
namespace at = allotype;

#ifdef TWIN
using pool = at::system<"dra">;
#else
using pool = at::system<"kubernetes-mixed">;
#endif
inline constexpr auto request = at::request<pool, at::layout<at::A100, "3g.20gb", "3g.20gb">>();  // here

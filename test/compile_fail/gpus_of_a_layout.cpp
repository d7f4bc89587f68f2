// SPDX-License-Identifier: BSL-1.0
// A layout counted as if it were a device.
// expect: gpus_of<A, N>: A is an accelerator, gpus_of<H100_80GB, 8>; for each GPU that is partitioned the pool has its layout: pool<"lab", system<"slurm">, layout<A100, "3g.20gb", "3g.20gb">>
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

using halves = at::layout<at::A100, "3g.20gb", "3g.20gb">;
#ifdef TWIN
using lab = at::pool<"lab", at::system<"slurm">, at::nodes<4>, halves, halves>;
#else
using lab = at::pool<"lab", at::system<"slurm">, at::nodes<4>, at::gpus_of<halves, 2>>;  // here
#endif
inline constexpr auto asked = at::request<lab, at::A100::partition<"3g.20gb">>();

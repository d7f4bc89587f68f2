// SPDX-License-Identifier: BSL-1.0
// The number of a GPU that the packing does not have.
// expect: packing::gpu<N>: this packing has fewer GPUs
#include <allotype/allotype.hpp>
#include <allotype/cluster/fleet/pack.hpp>
namespace at = allotype;

using plan = at::pack<at::A100, at::A100::partition<"3g.20gb">, at::A100::partition<"4g.20gb">>;
#ifdef TWIN
using second = plan::gpu<0>;
#else
using second = plan::gpu<1>;  // here
#endif

// Uses of the result bring no second error.
inline constexpr auto first = second::placements[0];
inline constexpr auto left = second::left;

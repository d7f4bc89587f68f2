// SPDX-License-Identifier: BSL-1.0
// A GPU that a packing does not have.
// expect: packing::gpu<N>: this packing has fewer GPUs
#include <allotype/allotype.hpp>
namespace at = allotype;

using plan = at::pack<at::A100, at::A100::partition<"3g.20gb">, at::A100::partition<"4g.20gb">>;
#ifdef TWIN
using second = plan::gpu<0>;
#else
using second = plan::gpu<1>;  // here
#endif

// Nothing follows where the result is used.
inline constexpr auto first = second::placements[0];
inline constexpr auto left = second::left;

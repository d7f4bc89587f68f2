// SPDX-License-Identifier: BSL-1.0
// Two partitions in different modes on one AMD device.
// expect: an AMD device is in one mode at a time
// expect: MI300X
// expect: DPX
// expect: QPX
#include <allotype/allotype.hpp>
#include <allotype/plan/amd_layout.hpp>
namespace at = allotype;

#ifdef TWIN
using layout = at::amd_layout<at::MI300X, at::MI300X::partition<"DPX/NPS1">, at::MI300X::partition<"DPX/NPS1">>;
#else
using model = at::MI300X;
using layout = at::amd_layout<model, model::partition<"DPX/NPS1">, model::partition<"QPX/NPS1">>;  // here
#endif

// Uses of the result bring no second error.
static_assert(layout::used > 0 && layout::left <= layout::partitions);
using mode = layout::mode;

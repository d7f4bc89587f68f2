// SPDX-License-Identifier: BSL-1.0
// Two partitions in different modes on one AMD device.
// expect: an AMD device is in one mode at a time
// expect: MI300X
// expect: DPX
// expect: QPX
// computed: MI300X is in one mode at a time: partitions of two modes cannot be on one device
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using layout = at::layout_of<at::MI300X, at::MI300X::partition<"DPX/NPS1">, at::MI300X::partition<"DPX/NPS1">>;
#else
using model = at::MI300X;
using layout = at::layout_of<model, model::partition<"DPX/NPS1">, model::partition<"QPX/NPS1">>;  // here
#endif

// Uses of the result bring no second error.
static_assert(layout::size > 0 && layout::left <= layout::max_size);
using mode = layout::mode;

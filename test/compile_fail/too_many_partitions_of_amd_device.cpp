// SPDX-License-Identifier: BSL-1.0
// More partitions than the mode has.
// expect: more partitions are wanted of one AMD device than its mode has
// expect: amd_layout_counts<3, 2>
// computed: MI300X in this mode has 2 partitions, and 3 are wanted
#include <allotype/allotype.hpp>
namespace at = allotype;

using half = at::MI300X::partition<"DPX/NPS1">;

#ifdef TWIN
using layout = at::layout_of<at::MI300X, half, half>;
#else
using layout = at::layout_of<at::MI300X, half, half, half>;  // here
#endif

// Uses of the result bring no second error.
static_assert(layout::size > 0 && layout::left <= layout::max_size);
using mode = layout::mode;

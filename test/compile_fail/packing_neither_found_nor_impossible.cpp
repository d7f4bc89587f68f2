// SPDX-License-Identifier: BSL-1.0
// More items than the search can finish. The error does not claim that they cannot be packed.
// expect: the search ended without a packing on this number of GPUs and without a proof that there is none
// expect: gpus_of<4,
// expect: A100
// expect: left_over
// computed: A100 1g.10gb does not fit beside the items before it on 4 GPUs of A100: the search ended without a
// computed: packing, and without a proof that there is none
#include <allotype/allotype.hpp>
#include <allotype/cluster/fleet/pack.hpp>
namespace at = allotype;

using m = at::A100::partition<"1g.5gb+me">;
using d = at::A100::partition<"1g.10gb">;
using t = at::A100::partition<"2g.10gb">;
using h = at::A100::partition<"3g.20gb">;

#ifdef TWIN
using together = at::pack_on<5, at::A100, d, h, d, d, d, m, t, t, h, d, m, t, t, d, d>;
#else
using together = at::pack_on<4, at::A100, d, h, d, d, d, m, t, t, h, d, m, t, t, d, d>;  // here
#endif

// Uses of the result bring no second error.
static_assert(together::gpus >= 0 && together::cost >= together::at_least);
inline constexpr auto first_place = together::gpu<0>::placements[0];
inline constexpr auto left_there = together::gpu<0>::left;
inline constexpr auto waste = together::waste;
inline constexpr auto assigned = together::assignments_of_items[0];
using got = together::given<0>;

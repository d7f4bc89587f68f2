// SPDX-License-Identifier: BSL-1.0
// An item that does not fit on any GPU of the model.
// expect: the item in left_over<...> does not fit on any of these GPUs, even alone
// expect: A100
// expect: left_over
// expect: H100_80GB
// computed: H100_80GB does not fit on any GPU of A100, even alone
#include <allotype/allotype.hpp>
#include <allotype/cluster/fleet/pack.hpp>
namespace at = allotype;

using first = at::A100::partition<"4g.20gb">;
#ifdef TWIN
using together = at::pack<at::A100, first, at::any_of<at::H100_80GB, at::A100>>;
#else
using together = at::pack<at::A100, first, at::H100_80GB>;  // here
#endif

// Uses of the result bring no second error.
static_assert(together::gpus >= 0 && together::cost >= together::at_least);
inline constexpr auto first_place = together::gpu<0>::placements[0];
inline constexpr auto left_there = together::gpu<0>::left;
inline constexpr auto waste = together::waste;
inline constexpr auto assigned = together::assignments_of_items[0];
using got = together::given<0>;

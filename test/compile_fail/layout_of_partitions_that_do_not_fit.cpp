// SPDX-License-Identifier: BSL-1.0
// The same, written with types.
// expect: these instances do not fit on one GPU
// expect: A100
// expect: mig::_1g_5gb
// expect: mig::_7g_40gb
// computed: A100: 1g.5gb does not fit beside 7g.40gb at 0: no place is left for it; the largest part that fits is
// computed: 7g.40gb
#include <allotype/allotype.hpp>
namespace at = allotype;

using whole = at::A100::partition<"7g.40gb">;
#ifdef TWIN
using together = at::layout_of<at::A100, whole>;
#else
using together = at::layout_of<at::A100, whole, at::A100::partition<"1g.5gb">>;  // here
#endif

// Uses of the result bring no second error.
inline constexpr auto first = together::placements[0];
inline constexpr int created_first = together::creation_order[0];
inline constexpr bool order = together::order_suffices || together::maximal;
inline constexpr auto left = together::left;
inline constexpr int addable = at::size_of_list<together::could_add>;
static_assert(at::size_of_list<together::partitions> == together::size);

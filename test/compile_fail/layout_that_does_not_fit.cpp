// SPDX-License-Identifier: BSL-1.0
// More instances than fit on one GPU.
// expect: these instances do not fit on one GPU
// expect: A100
// expect: no_place_for
// expect: mig::_1g_5gb
// expect: beside
// expect: mig::_3g_20gb
// expect: nearest_set_that_fits
// computed: A100: 1g.5gb does not fit beside 3g.20gb at 4, 4g.20gb at 0: no place is left for it; the largest part
// computed: that fits is 3g.20gb, 4g.20gb
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::A100, "3g.20gb", "4g.20gb">;
#else
using together = at::layout<at::A100, "3g.20gb", "4g.20gb", "1g.5gb">;  // here
#endif

// Uses of the result bring no second error.
inline constexpr auto first = together::placements[0];
inline constexpr int created_first = together::creation_order[0];
inline constexpr bool order = together::order_suffices || together::maximal;
inline constexpr auto left = together::left;
inline constexpr int addable = at::size_of_list<together::could_add>;
static_assert(at::size_of_list<together::partitions> == together::size);

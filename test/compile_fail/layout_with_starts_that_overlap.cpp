// SPDX-License-Identifier: BSL-1.0
// Two instances whose starts make them overlap.
// expect: the stated starts of two instances overlap
// expect: A100
// expect: mig::_2g_10gb
// expect: placed<
// expect: mig::_3g_20gb, 4>
// computed: A100: 2g.10gb does not fit beside 3g.20gb at 4: the stated starts overlap; the largest part that fits
// computed: is 3g.20gb
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::A100, at::at<"3g.20gb", 4>, at::at<"2g.10gb", 2>>;
#else
using together = at::layout<at::A100, at::at<"3g.20gb", 4>, at::at<"2g.10gb", 4>>;  // here
#endif

// Uses of the result bring no second error.
inline constexpr auto first = together::placements[0];
inline constexpr int created_first = together::creation_order[0];
inline constexpr bool order = together::order_suffices || together::maximal;
inline constexpr auto left = together::left;
inline constexpr int addable = at::size_of_list<together::could_add>;
static_assert(at::size_of_list<together::partitions> == together::size);

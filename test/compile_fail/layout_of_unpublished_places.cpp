// SPDX-License-Identifier: BSL-1.0
// A layout on a GPU whose places for instances are not published.
// expect: the places of instances on this GPU are not published
// expect: RTX_PRO_5000_BLACKWELL
// computed: RTX_PRO_5000_BLACKWELL: the places of its instances are not published
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr at::placement_rules rules{.assume_equal_shares = true};
using together = at::layout_under<rules, at::RTX_PRO_5000_BLACKWELL, "1g.24gb", "1g.24gb">;
#else
using together = at::layout<at::RTX_PRO_5000_BLACKWELL, "1g.24gb", "1g.24gb">;  // here
#endif

// Uses of the result bring no second error.
inline constexpr auto first = together::placements[0];
inline constexpr int created_first = together::creation_order[0];
inline constexpr bool order = together::order_suffices || together::maximal;
inline constexpr auto left = together::left;
inline constexpr int addable = at::size_of_list<together::could_add>;
static_assert(at::size_of_list<together::partitions> == together::size);

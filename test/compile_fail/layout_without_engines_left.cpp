// SPDX-License-Identifier: BSL-1.0
// A plain instance beside one with all media engines. That this is refused is inferred, and the error says so.
// expect: this GPU has too few media engines (inferred from the table of engines
// expect: RTX_PRO_6000_BLACKWELL
// expect: mig::_1g_24gb
// expect: mig::_1g_24gb_me_all
// computed: RTX_PRO_6000_BLACKWELL: 1g.24gb does not fit beside 1g.24gb+me.all at 0: no media engines are left for
// computed: it; the largest part that fits is 1g.24gb
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::RTX_PRO_6000_BLACKWELL, "1g.24gb+me.all", "1g.24gb-me">;
#else
using together = at::layout<at::RTX_PRO_6000_BLACKWELL, "1g.24gb+me.all", "1g.24gb">;  // here
#endif

// Uses of the result bring no second error.
inline constexpr auto first = together::placements[0];
inline constexpr int created_first = together::creation_order[0];
inline constexpr bool order = together::order_suffices || together::maximal;
inline constexpr auto left = together::left;
inline constexpr int addable = at::size_of_list<together::could_add>;
static_assert(at::size_of_list<together::partitions> == together::size);

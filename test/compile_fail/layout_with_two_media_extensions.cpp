// SPDX-License-Identifier: BSL-1.0
// Two instances with +me. The GPU has these engines once.
// expect: a GPU has at most one instance with +me or +me.all
// expect: A30
// expect: mig::_2g_12gb_me
// expect: mig::_1g_6gb_me
// computed: A30: 2g.12gb+me does not fit beside 1g.6gb+me at 0: a GPU has at most one instance with media
// computed: extensions; the largest part that fits is 2g.12gb+me
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::A30, "1g.6gb+me", "2g.12gb">;
#else
using together = at::layout<at::A30, "1g.6gb+me", "2g.12gb+me">;  // here
#endif

// Uses of the result bring no second error.
inline constexpr auto first = together::placements[0];
inline constexpr int created_first = together::creation_order[0];
inline constexpr bool order = together::order_suffices || together::maximal;
inline constexpr auto left = together::left;
inline constexpr int addable = at::size_of_list<together::could_add>;
static_assert(at::size_of_list<together::partitions> == together::size);

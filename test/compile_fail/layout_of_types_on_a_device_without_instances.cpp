// SPDX-License-Identifier: BSL-1.0
// A layout on a GPU without MIG instances.
// expect: layouts are of MIG instances, and this device has none
// expect: L4
// computed: L4 has no MIG instances, and layouts are of those
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout_of<at::A30, at::A30::partition<"2g.12gb">>;
#else
using together = at::layout_of<at::L4, at::A30::partition<"2g.12gb">>;  // here
#endif

// Uses of the result bring no second error.
inline constexpr auto first = together::placements[0];
inline constexpr int created_first = together::creation_order[0];
inline constexpr bool order = together::order_suffices || together::maximal;
inline constexpr auto left = together::left;
inline constexpr int addable = at::size_of_list<together::could_add>;
static_assert(at::size_of_list<together::partitions> == together::size);

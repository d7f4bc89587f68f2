// SPDX-License-Identifier: BSL-1.0
// A 4g beside a 3g under a driver before R510.
// expect: a driver before R510 refuses a 4g beside a 3g
// expect: A100
// expect: mig::_3g_20gb
// computed: A100: 3g.20gb does not fit beside 4g.20gb at 0: this driver refuses a 4g beside a 3g instance; the
// computed: largest part that fits is 4g.20gb
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::A100, "4g.20gb", "3g.20gb">;
#else
constexpr at::placement_rules old{.version = at::driver::R470};
using together = at::layout_under<old, at::A100, "4g.20gb", "3g.20gb">;  // here
#endif

// Uses of the result bring no second error.
inline constexpr auto first = together::placements[0];
inline constexpr int created_first = together::creation_order[0];
inline constexpr bool order = together::order_suffices || together::maximal;
inline constexpr auto left = together::left;
inline constexpr int addable = at::size_of_list<together::could_add>;
static_assert(at::size_of_list<together::partitions> == together::size);

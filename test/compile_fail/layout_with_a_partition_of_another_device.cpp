// SPDX-License-Identifier: BSL-1.0
// A partition of another board whose profile has the same name.
// expect: layout_of<Model, Partitions...> takes only partitions of that model
// expect: A100
// expect: H100_80GB
// computed: layout_of<A100_80GB, ...>: H100_80GB 3g.40gb is no partition of A100_80GB
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout_of<at::A100_80GB, at::A100_80GB::partition<"3g.40gb">>;
#else
using together = at::layout_of<at::A100_80GB, at::H100_80GB::partition<"3g.40gb">>;  // here
#endif

// Uses of the result bring no second error.
inline constexpr auto first = together::placements[0];
inline constexpr int created_first = together::creation_order[0];
inline constexpr bool order = together::order_suffices || together::maximal;
inline constexpr auto left = together::left;
inline constexpr int addable = at::size_of_list<together::could_add>;
static_assert(at::size_of_list<together::partitions> == together::size);

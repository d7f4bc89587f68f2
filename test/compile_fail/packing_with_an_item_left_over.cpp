// SPDX-License-Identifier: BSL-1.0
// More items than fit on the given number of GPUs.
// expect: the items do not fit on this number of GPUs
// expect: gpus_of<1,
// expect: A100
// expect: left_over
// expect: indexing
// computed: A100 1g.5gb does not fit beside the items before it on 1 GPU of A100; all 3 items need 2
#include <allotype/allotype.hpp>
#include <allotype/cluster/fleet/pack.hpp>
namespace at = allotype;

struct training {
  using wanted = at::A100::partition<"4g.20gb">;
};
struct serving {
  using wanted = at::any_of<at::A100::partition<"3g.20gb">, at::cpu>;
};
struct indexing {
  using wanted = at::A100::partition<"1g.5gb">;
};
#ifdef TWIN
using together = at::pack_on<2, at::A100, training, serving, indexing>;
#else
using together = at::pack_on<1, at::A100, training, serving, indexing>;  // here
#endif

// Uses of the result bring no second error.
static_assert(together::gpus >= 0 && together::cost >= together::at_least);
inline constexpr auto first_place = together::gpu<0>::placements[0];
inline constexpr auto left_there = together::gpu<0>::left;
inline constexpr auto waste = together::waste;
inline constexpr auto assigned = together::assignments_of_items[0];
using got = together::given<0>;

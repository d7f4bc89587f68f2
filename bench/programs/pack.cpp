// SPDX-License-Identifier: BSL-1.0
// Eight tasks on the fewest GPUs.
#include <allotype/allotype.hpp>
#include <allotype/cluster/fleet/pack.hpp>

namespace at = allotype;

template <class Wanted, int Number>
struct service {
  using wanted = Wanted;
};

using packed =
    at::pack<at::A100, service<at::A100::partition<"3g.20gb">, 0>, service<at::A100::partition<"2g.10gb">, 1>,
             service<at::A100::partition<"2g.10gb">, 2>, service<at::A100::partition<"1g.10gb">, 3>,
             service<at::A100::partition<"4g.20gb">, 4>, service<at::A100::partition<"1g.5gb">, 5>,
             service<at::A100::partition<"1g.5gb+me">, 6>, service<at::A100::partition<"3g.20gb">, 7>>;
static_assert(packed::gpus == 3 && packed::exact);
static_assert(packed::gpu<0>::size + packed::gpu<1>::size + packed::gpu<2>::size == 8);
static_assert(packed::waste.memory_slices >= 0);

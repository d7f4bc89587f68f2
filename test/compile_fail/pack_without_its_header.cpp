// SPDX-License-Identifier: BSL-1.0
// A packing without the header that packs.
// expect: pack: its header is missing: write #include <allotype/cluster/fleet.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

struct search {
  using needs = at::needs<at::bf16>;
};
#ifdef TWIN
static_assert(at::meets<at::A100, search::needs>);
#else
using plan = at::pack<at::A100, search>;  // here
#endif

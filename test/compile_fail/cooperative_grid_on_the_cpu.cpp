// SPDX-License-Identifier: BSL-1.0
// A cooperative grid on the CPU, whose blocks run one after another.
// expect: no grid-wide barrier on this backend
// expect: cpu
// computed: launch: the blocks on cpu run one after another, so there is no cooperative grid
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<256>>{4}, work{});
#else
  at::launch(on, at::grid<at::cooperative, at::threads_per_block<256>>{4}, work{});  // here
#endif
}

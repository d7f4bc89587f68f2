// SPDX-License-Identifier: BSL-1.0
// A launch that does not say where.
// expect: launch: the queue comes first, a variable that is not const, then the grid and the kernel
#include <allotype/allotype.hpp>
namespace at = allotype;

struct kernel {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go([[maybe_unused]] at::queue<at::cpu>& on) {
  at::grid<at::threads_per_block<64>> const over{4};
#ifdef TWIN
  at::launch(on, over, kernel{});
#else
  at::launch(over, kernel{});  // here
#endif
}

// SPDX-License-Identifier: BSL-1.0
// A kernel for for_each that is launched.
// expect: launch: the kernel takes a block, and nothing else
#include <allotype/allotype.hpp>
namespace at = allotype;

struct kernel {
#ifdef TWIN
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
#else
  ALLOTYPE_FN void operator()(int) const {}
#endif
};
void go(at::queue<at::cpu>& on) {
  at::launch(on, at::grid<at::threads_per_block<64>>{4}, kernel{});  // here
}

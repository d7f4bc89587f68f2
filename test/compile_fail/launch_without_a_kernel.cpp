// SPDX-License-Identifier: BSL-1.0
// A number where the kernel belongs.
// expect: launch: the kernel takes a block, and nothing else: template <class Block> ALLOTYPE_FN void operator()(Block const& block) const; for_each calls a kernel with an index
#include <allotype/allotype.hpp>
namespace at = allotype;

struct kernel {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<64>>{4}, kernel{});
#else
  at::launch(on, at::grid<at::threads_per_block<64>>{4}, 64);  // here
#endif
}

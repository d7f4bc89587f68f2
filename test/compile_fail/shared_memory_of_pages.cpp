// SPDX-License-Identifier: BSL-1.0
// Shared memory for values that ask for more alignment than it has.
// expect: shared<T>(): a block's shared memory is aligned to 128 bytes, and this type is aligned to more
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
struct alignas(128) element {
#else
struct alignas(256) element {
#endif
  int value;
};

struct touch {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    element* const shared = block.template shared<element>();  // here
    block.each_thread([&](int thread) { shared[thread] = {thread}; });
  }
};
void go(at::queue<at::cpu>& on) {
  at::launch(on, at::grid<at::threads_per_block<8>, at::shared_memory_per_block<at::bytes{2048}>>{4}, touch{});
}

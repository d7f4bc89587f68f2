// SPDX-License-Identifier: BSL-1.0
// Shared memory of values that have a constructor, which nothing calls.
// expect: an accelerator's memory holds what is copied as bytes, and this type is neither trivially copyable nor said to be
#include <allotype/allotype.hpp>

#include <string>
namespace at = allotype;

#ifdef TWIN
using element = float;
#else
using element = std::string;
#endif

struct touch {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    element* const shared = block.template shared<element>();  // here
    block.each_thread([&](int thread) { (void)shared[thread]; });
  }
};
void go(at::queue<at::cpu>& on) {
  at::launch(on, at::grid<at::threads_per_block<8>, at::shared_memory_per_block<at::bytes{256}>>{4}, touch{});
}

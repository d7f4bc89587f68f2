// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A block whose threads together need more registers than a block can have. The kernel states the registers of a
// thread.
// expect: threads times registers are more than a block of this accelerator can have
// expect: A100
// expect: 1024
// expect: 128
// expect: 131072
// expect: 65536
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct work {
  static constexpr int registers_per_thread = 128;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::A100>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<512>>{4}, work{});
#else
  at::launch(on, at::grid<at::threads_per_block<1024>>{4}, work{});  // here
#endif
}

// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// More static shared memory than a kernel can have; the same amount of dynamic memory is accepted.
// expect: more static shared memory than the 48 KiB that a kernel can have
// expect: A100
// expect: 50176
// expect: 49152
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::A100>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<256>, at::shared_memory_per_block<49_KiB>>{4}, work{});
#else
  at::launch(on, at::grid<at::threads_per_block<256>, at::static_shared_memory_per_block<49_KiB>>{4}, work{});  // here
#endif
}

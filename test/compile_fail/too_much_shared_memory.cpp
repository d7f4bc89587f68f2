// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// More shared memory than a block of an A100 can have; an H100 has enough.
// expect: the grid asks for more shared memory per block than this accelerator has
// expect: A100
// expect: 166912
// expect: 204800
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::A100>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<256>, at::shared_memory_per_block<160_KiB>>{4}, work{});
#else
  at::launch(on, at::grid<at::threads_per_block<256>, at::shared_memory_per_block<200_KiB>>{4}, work{});  // here
#endif
}

// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// More registers than a thread can have.
// expect: more registers than a thread can have
// expect: A100
// expect: 300
// expect: 255
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::A100>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::registers_per_thread<255>, at::threads_per_block<32>>{4}, work{});
#else
  at::launch(on, at::grid<at::registers_per_thread<300>, at::threads_per_block<32>>{4}, work{});  // here
#endif
}

// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A cooperative grid of more blocks than run at once: eight on each of the 28 SMs of the slice.
// expect: the blocks of a cooperative grid run at the same time, and these do not all fit
// expect: A100
// expect: mig::_2g_10gb
// expect: 225
// expect: 224
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::A100::partition<"2g.10gb">>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::cooperative, at::blocks<224>, at::threads_per_block<256>>{}, work{});
#else
  at::launch(on, at::grid<at::cooperative, at::blocks<225>, at::threads_per_block<256>>{}, work{});  // here
#endif
}

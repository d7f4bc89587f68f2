// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// flags(nvcc): -arch=sm_90
// A cluster of sixteen blocks on a slice with fourteen SMs.
// expect: the cluster has more blocks than this accelerator allows
// expect: H100_80GB_PCIE
// expect: 16
// expect: 14
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::H100_80GB_PCIE::partition<"1g.10gb">>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::non_portable_cluster<14>, at::threads_per_block<256>>{28}, work{});
#else
  at::launch(on, at::grid<at::non_portable_cluster<16>, at::threads_per_block<256>>{32}, work{});  // here
#endif
}

// SPDX-License-Identifier: BSL-1.0
// A type in place of an array's name.
// expect: grid<...>: shared_arrays<...> takes names of arrays, each once: struct tile : at::shared_array<float[16][16]> {};
#include <allotype/allotype.hpp>
namespace at = allotype;

struct tile : at::shared_array<float[64]> {};
struct nothing {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_arrays<tile>>{4}, nothing{});
#else
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_arrays<float[64]>>{4}, nothing{});  // here
#endif
}

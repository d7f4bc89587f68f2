// SPDX-License-Identifier: BSL-1.0
// A number where a schedule belongs.
// expect: for_each: the last argument is not a schedule: write dynamic{chunk}, indices_per_thread<N>{} or first_index_fastest{}, or leave it out
#include <allotype/allotype.hpp>
namespace at = allotype;

struct nothing {
  ALLOTYPE_FN void operator()(int) const {}
};

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::for_each(on, at::extents{100}, nothing{}, at::dynamic{64});
#else
  at::for_each(on, at::extents{100}, nothing{}, 64);  // here
#endif
}

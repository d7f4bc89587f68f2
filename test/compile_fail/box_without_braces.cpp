// SPDX-License-Identifier: BSL-1.0
// A box of one dimension, written like extents.
// expect: box: each dimension has a beginning and an end in braces: at::box{{1, n}}
#include <allotype/allotype.hpp>
namespace at = allotype;

struct nothing {
  ALLOTYPE_FN void operator()(int) const {}
};

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::for_each(on, at::box{{1, 4}}, nothing{});
#else
  at::for_each(on, at::box{1, 4}, nothing{});  // here
#endif
}

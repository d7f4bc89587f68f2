// SPDX-License-Identifier: BSL-1.0
// The beginning and the end of a dimension, each in braces of its own.
// expect: box: each dimension has a beginning and an end in braces: at::box{{1, n}}
#include <allotype/allotype.hpp>
namespace at = allotype;

struct nothing {
  ALLOTYPE_FN void operator()(int) const {}
};

void go(at::queue<at::cpu>& on, int begin, int end) {
#ifdef TWIN
  at::for_each(on, at::box<1>{{begin, end}}, nothing{});
#else
  at::for_each(on, at::box<1>{{begin}, {end}}, nothing{});  // here
#endif
}

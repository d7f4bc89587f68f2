// SPDX-License-Identifier: BSL-1.0
// A loop over a number, as in a for statement.
// expect: for_each: the second argument is a number: write at::extents{n}
#include <allotype/allotype.hpp>
namespace at = allotype;

struct nothing {
  ALLOTYPE_FN void operator()(int) const {}
};

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::for_each(on, at::extents{100}, nothing{});
#else
  at::for_each(on, 100, nothing{});  // here
#endif
}

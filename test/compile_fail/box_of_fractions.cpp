// SPDX-License-Identifier: BSL-1.0
// Bounds that are no whole numbers.
// expect: box: a beginning and an end are whole numbers, and one of these is a fraction
#include <allotype/allotype.hpp>
namespace at = allotype;

struct nothing {
  ALLOTYPE_FN void operator()(int) const {}
};

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::for_each(on, at::box{{0, 3}}, nothing{});
#else
  at::for_each(on, at::box{{0.5, 3.0}}, nothing{});  // here
#endif
}

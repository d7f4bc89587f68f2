// SPDX-License-Identifier: BSL-1.0
// A floating-point number as the index of a view.
// expect: view: an index is an integer, and one of these is a floating-point number
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::view<double, 1, at::cpu> elements, double middle) {
#ifdef TWIN
  elements(static_cast<int>(middle)) = 2;
#else
  elements(middle) = 2;  // here
#endif
}

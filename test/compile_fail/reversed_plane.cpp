// SPDX-License-Identifier: BSL-1.0
// A view of two dimensions from its last element on.
// expect: reversed(view): the view has one dimension, or is what column(view, index) returns
#include <allotype/view_adaptors.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr int dimensions = 1;
#else
constexpr int dimensions = 2;
#endif
inline void turn(at::view<int, dimensions, at::cpu> const& of) {
  (void)at::reversed(of);  // here
}

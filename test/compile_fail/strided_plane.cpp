// SPDX-License-Identifier: BSL-1.0
// Each second element of a view of two dimensions.
// expect: strided(view, step): the view has one dimension, or is what column(view, index) returns
#include <allotype/view_adaptors.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr int dimensions = 1;
#else
constexpr int dimensions = 2;
#endif
inline void take_half(at::view<int, dimensions, at::cpu> const& of) {
  (void)at::strided(of, 2);  // here
}

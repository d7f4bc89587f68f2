// SPDX-License-Identifier: BSL-1.0
// A column of a view of one dimension.
// expect: column(view, index): the view has two dimensions, rows and columns
#include <allotype/view_adaptors.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr int dimensions = 2;
#else
constexpr int dimensions = 1;
#endif
inline void take(at::view<int, dimensions, at::cpu> const& of) {
  (void)at::column(of, 0);  // here
}

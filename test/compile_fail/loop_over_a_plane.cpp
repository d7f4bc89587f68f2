// SPDX-License-Identifier: BSL-1.0
// A loop of the host over a view of two dimensions.
// expect: a_loop_takes_a_view_of_one_dimension_such_as_subview_of_a_row
#include <allotype/allotype.hpp>
namespace at = allotype;

inline int sum(at::view<int, 2, at::cpu> const& plane) {
  int result = 0;
#ifdef TWIN
  for (int const number : plane.subview(0)) result += number;
#else
  for (int const number : plane) result += number;  // here
#endif
  return result;
}

// SPDX-License-Identifier: BSL-1.0
// The order of the elements as a template argument.
// expect: the_order_is_the_last_argument_as_in_view_queue_extents_column_major
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
namespace at = allotype;

void diagonal(at::queue<at::cpu>& on, at::buffer<double, at::cpu>& matrix, int n) {
#ifdef TWIN
  auto const m = matrix.view(on, at::extents{n, n}, at::column_major{});
#else
  auto const m = matrix.view<at::column_major>(on, at::extents{n, n});  // here
#endif
  at::for_each(on, at::extents{n}, [=] ALLOTYPE_FN(int i) { m(i, i) = 1; });
}

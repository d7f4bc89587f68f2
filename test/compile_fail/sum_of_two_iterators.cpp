// SPDX-License-Identifier: BSL-1.0
// Two iterators, as std::reduce takes them.
// expect: reduce_takes_a_queue_extents_an_initial_value_an_operation_and_a_function
// only: gcc nvcc
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

float sum(at::queue<at::cpu>& on, std::vector<float> const& values, at::buffer<float, at::cpu> const& there) {
#ifdef TWIN
  (void)values;
  auto const x = there.view(on);
  return at::reduce(on, x.extents, 0.f, at::plus{}, [=] ALLOTYPE_FN(int i) { return x(i); });
#else
  (void)on, (void)there;
  return at::reduce(values.begin(), values.end());  // here
#endif
}

// SPDX-License-Identifier: BSL-1.0
// A vector of the host, as std::ranges::sort takes it.
// expect: sort_takes_a_queue_a_buffer_and_an_order
#include <allotype/allotype.hpp>
#include <allotype/sort.hpp>
#include <vector>
namespace at = allotype;

void order(at::queue<at::cpu>& on, std::vector<float>& values, at::buffer<float, at::cpu>& there) {
#ifdef TWIN
  at::sort(on, there);
  (void)values;
#else
  at::sort(values);  // here
  (void)on, (void)there;
#endif
}

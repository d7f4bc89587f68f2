// SPDX-License-Identifier: BSL-1.0
// A vector of the host and a value, as std::ranges::fill takes them.
// expect: fill_takes_a_queue_a_buffer_and_a_value
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

void reset(at::queue<at::cpu>& on, std::vector<float>& values, at::buffer<float, at::cpu>& there) {
#ifdef TWIN
  at::fill(on, there, 1.f);
  (void)values;
#else
  at::fill(values, 1.f);  // here
  (void)on, (void)there;
#endif
}

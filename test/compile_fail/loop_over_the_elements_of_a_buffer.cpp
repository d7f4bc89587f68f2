// SPDX-License-Identifier: BSL-1.0
// A loop of the host over a buffer.
// expect: elements_are_read_by_kernels_and_by_copies
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

float go([[maybe_unused]] at::queue<at::cpu>& on, [[maybe_unused]] at::buffer<float, at::cpu>& x) {
  float sum = 0;
#ifdef TWIN
  std::vector<float> elements(8);
  at::copy(on, x, elements);
  for (float each : elements) sum += each;
#else
  for (float each : x) sum += each;  // here
#endif
  return sum;
}

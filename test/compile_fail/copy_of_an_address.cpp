// SPDX-License-Identifier: BSL-1.0
// A copy to a bare address, which does not state a number of elements.
// expect: copy(queue, from, to): at least one of the two must be a buffer or a view, and the other a buffer, a view or a contiguous range of the host with data() and size(), such as std::vector, std::array or std::span
// expect(gcc): float*
// expect(clang): float *
// expect(nvcc): float *
#include <allotype/allotype.hpp>
#include <span>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu> const& from, float* to) {
#ifdef TWIN
  at::copy(on, from, std::span(to, 4));
#else
  at::copy(on, from, to);  // here
#endif
}

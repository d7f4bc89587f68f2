// SPDX-License-Identifier: BSL-1.0
// An address without a number of elements.
// expect: buffer: the second argument is an address, which says no number of elements: write std::span{first, n} for a copy; borrowed_buffer(queue, first, at::extents{n}) copies nothing
#include <allotype/allotype.hpp>

#include <cstddef>
#include <span>

namespace at = allotype;

void go(at::queue<at::cpu>& on, float const* first, std::size_t n) {
#ifdef TWIN
  at::buffer<float, at::cpu> const numbers{on, std::span{first, n}};
#else
  at::buffer<float, at::cpu> const numbers{on, first};  // here
#endif
  (void)n;
}

// SPDX-License-Identifier: BSL-1.0
// A memory resource that ends before the buffer does.
// expect: pooled_buffer: behind the extents stands at most one argument, on the CPU a std::pmr::memory_resource, a variable that is not const
#include <allotype/allotype.hpp>
#include <allotype/pooled_buffer.hpp>

namespace at = allotype;

void go(at::queue<at::cpu>& on) {
  std::pmr::monotonic_buffer_resource from;
#ifdef TWIN
  auto numbers = at::pooled_buffer<float, at::cpu>(on, at::extents{3}, from);
#else
  auto numbers = at::pooled_buffer<float, at::cpu>(on, at::extents{3}, std::pmr::monotonic_buffer_resource());  // here
#endif
}

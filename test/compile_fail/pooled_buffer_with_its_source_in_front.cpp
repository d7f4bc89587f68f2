// SPDX-License-Identifier: BSL-1.0
// Where the memory comes from in front of how much.
// expect: pooled_buffer: the extents stand behind the queue, and behind them where the memory comes from: pooled_buffer<float, cpu> x{on, extents{n}, resource}
#include <allotype/allotype.hpp>
#include <allotype/pooled_buffer.hpp>
#include <memory_resource>
namespace at = allotype;

void go(at::queue<at::cpu>& on, std::pmr::monotonic_buffer_resource& from) {
#ifdef TWIN
  at::pooled_buffer<float, at::cpu> numbers{on, at::extents{100}, from};
#else
  at::pooled_buffer<float, at::cpu> numbers{on, from, at::extents{100}};  // here
#endif
  at::fill(on, numbers, 1.f);
}

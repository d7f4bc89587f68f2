// SPDX-License-Identifier: BSL-1.0
// Buffers from a pool on the GPU of this machine, and a queue of high priority.
#include "pooled_buffer.hpp"

#include "backends.hpp"

namespace at = allotype;
using backends::this_gpu;

TEST_CASE("a pooled buffer is a buffer, is moved, and refuses sizes as one") {
  at::queue<this_gpu> on;
  pooled_buffers::are_buffers(on);
  pooled_buffers::are_moved(on);
  pooled_buffers::refuse_sizes(on);
  on.wait();
}

TEST_CASE("a queue of high priority has the highest, and works as the others do") {
  at::queue<this_gpu> on;
  at::queue<this_gpu> first = on.another(at::queue_priority::high);
  int lowest = 0, highest = 0, found = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&lowest, &highest) == cudaSuccess);
  CHECK(cudaStreamGetPriority(first.native(), &found) == cudaSuccess);
  CHECK(found == highest);
  CHECK(cudaStreamGetPriority(on.native(), &found) == cudaSuccess);
  CHECK(found == lowest);
  pooled_buffers::are_buffers(first);
}

// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A queue where CUDA wants a stream.
// expect: the_stream_of_a_queue_is_queue_native
#include <allotype/allotype.hpp>
namespace at = allotype;

__global__ void twice(float* numbers) { numbers[threadIdx.x] *= 2; }

void go(at::queue<at::A100>& on, at::view<float, 1, at::A100> numbers) {
#ifdef TWIN
  twice<<<1, 64, 0, on.native()>>>(numbers.data());
#else
  twice<<<1, 64, 0, on>>>(numbers.data());  // here
#endif
}

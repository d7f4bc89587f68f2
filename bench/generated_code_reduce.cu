// SPDX-License-Identifier: BSL-1.0
/// \file
/// The reduction of the example's noise stencil, through the library and by a call of CUB by hand. Compiled for one
/// architecture; apart from generated_code.cu because CUB takes long to compile.
#include <allotype/reduce.hpp>

#include "../example/denoise/kernels.hpp"
#include "generated_code_gpu.hpp"
#include "kernels_by_hand.cuh"

namespace at = allotype;

double through_library(at::queue<gpu>& on, at::view<example::pixel const, 2, gpu> in) {
  return at::reduce(on, at::extents{in.extents[0] - 2, in.extents[1] - 2}, 0.0, at::plus{}, example::laplacian{in});
}

namespace by_hand {

struct sum {
  __device__ double operator()(double a, double b) const { return a + b; }
};

struct noise_at {
  picture_in in;
  int rows, columns;
  __device__ double operator()(int i) const {
    int const row = i / columns, column = i % columns;
    return noise_in(in, &pixel::red, row, column) + noise_in(in, &pixel::green, row, column) +
           noise_in(in, &pixel::blue, row, column);
  }
};

cudaError_t noise(void* scratch, std::size_t& bytes, picture_in in, double* result, cudaStream_t stream) {
  int const rows = in.rows - 2, columns = in.columns - 2;
  return cub::DeviceReduce::TransformReduce(scratch, bytes, thrust::counting_iterator<int>(0), result, rows * columns,
                                            sum{}, noise_at{in, rows, columns}, 0.0, stream);
}

}  // namespace by_hand

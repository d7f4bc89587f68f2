// SPDX-License-Identifier: BSL-1.0
/// \file
/// Reductions of the example's noise stencil and of a product, through the library and by calls of CUB. Compiled for
/// one architecture; apart from generated_code.cu because CUB takes long to compile.
#include <thrust/iterator/counting_iterator.h>
#include <allotype/allotype.hpp>
#include <cub/device/device_reduce.cuh>

#include "../example/denoise/kernels.hpp"
#include "generated_code_gpu.hpp"
#include "kernels.hpp"
#include "kernels_by_hand.cuh"

namespace at = allotype;

double through_library(at::queue<gpu>& on, at::view<example::pixel const, 2, gpu> in) {
  return at::reduce(on, at::extents{in.extents[0] - 2, in.extents[1] - 2}, 0.0, at::plus{}, example::laplacian{in});
}

using numbers = at::view<double const, 1, gpu>;

double through_library(at::queue<gpu>& on, numbers a, numbers b) {
  return at::reduce(on, a.extents, 0.0, at::plus{}, product<numbers>{a, b});
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

struct add {
  __device__ double operator()(double a, double b) const { return a + b; }
};

struct product_at {
  double const *a, *b;
  __device__ double operator()(int i) const { return a[i] * b[i]; }
};

cudaError_t dot(void* scratch, std::size_t& bytes, double const* a, double const* b, int n, double* result,
                cudaStream_t stream) {
  return cub::DeviceReduce::TransformReduce(scratch, bytes, thrust::counting_iterator<int>(0), result, n, add{},
                                            product_at{a, b}, 0.0, stream);
}

}  // namespace by_hand

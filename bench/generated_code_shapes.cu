// SPDX-License-Identifier: BSL-1.0
/// \file
/// Blocks with several shared arrays, and blocks of rows and columns, through the library and by hand. Compiled for one
/// architecture.
#include <allotype/allotype.hpp>

#include "generated_code_gpu.hpp"
#include "kernels_by_hand.cuh"

namespace shapes {

namespace at = allotype;

constexpr int side = 16;
struct tile_of_a : at::shared_array<float[side][side]> {};
struct tile_of_b : at::shared_array<float[side][side]> {};
using tiles = at::shared_arrays<tile_of_a, tile_of_b>;

/// A product of matrices by tiles, each in an array of its own. The matrices' extents are multiples of `side`.
struct multiply_tiles {
  at::view<float const, 2, gpu> a, b;
  at::view<float, 2, gpu> product;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto& of_a = at::shared<tile_of_a>(block);
    auto& of_b = at::shared<tile_of_b>(block);
    int const tiles_of_a_row = product.extents[1] / side;
    int const top = block.index() / tiles_of_a_row * side, left = block.index() % tiles_of_a_row * side;
    auto sum = at::per_thread<float>(block);
    for (int begin = 0; begin < a.extents[1]; begin += side) {
      block.each_thread([&](int thread) {
        int const row = thread / side, column = thread % side;
        of_a[row][column] = a(top + row, begin + column);
        of_b[row][column] = b(begin + row, left + column);
      });
      block.each_thread([&](int thread) {
        int const row = thread / side, column = thread % side;
        for (int i = 0; i < side; ++i) sum(thread) += of_a[row][i] * of_b[i][column];
      });
    }
    block.each_thread_at_end([&](int thread) { product(top + thread / side, left + thread % side) = sum(thread); });
  }
};
void multiply(at::queue<gpu>& on, multiply_tiles const& kernel) {
  int const blocks = kernel.product.extents[0] / side * (kernel.product.extents[1] / side);
  at::launch(on, at::grid<at::threads_per_block<side * side>, tiles>{blocks}, kernel);
}

}  // namespace shapes

namespace by_hand {

using shapes::side;

__global__ void __launch_bounds__(side* side) multiply_tiles(matrix_in a, matrix_in b, matrix_out product) {
  __shared__ float of_a[side][side];
  __shared__ float of_b[side][side];
  int const thread = static_cast<int>(threadIdx.x);
  int const block = static_cast<int>(blockIdx.x), tiles_of_a_row = product.columns / side;
  int const top = block / tiles_of_a_row * side, left = block % tiles_of_a_row * side;
  float sum = 0;
  for (int begin = 0; begin < a.columns; begin += side) {
    int const row = thread / side, column = thread % side;
    of_a[row][column] = a.values[(top + row) * a.columns + begin + column];
    of_b[row][column] = b.values[(begin + row) * b.columns + left + column];
    __syncthreads();
    for (int i = 0; i < side; ++i) sum += of_a[row][i] * of_b[i][column];
    __syncthreads();
  }
  product.values[(top + thread / side) * product.columns + left + thread % side] = sum;
}

}  // namespace by_hand

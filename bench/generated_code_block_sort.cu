// SPDX-License-Identifier: BSL-1.0
/// \file
/// A sort inside a block, and CUB's by hand. Compiled for one architecture; apart because CUB takes long to compile.
#include <allotype/block_sort.hpp>
#include <cub/block/block_merge_sort.cuh>

#include "generated_code_gpu.hpp"

namespace at = allotype;

namespace block_sorts {

constexpr int threads = 128, most = 1000, each = (most + threads - 1) / threads;

struct sort_rows {
  at::view<int, 2, gpu> rows;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    at::sort<most>(block, rows.extents[1], rows.subview(block.index()));
  }
};
void sort(at::queue<gpu>& on, at::view<int, 2, gpu> const& rows) {
  at::launch(on, at::grid<at::threads_per_block<threads>>{rows.extents[0]}, sort_rows{rows});
}

}  // namespace block_sorts

namespace by_hand {

struct smaller {
  __device__ bool operator()(int a, int b) const { return a < b; }
};
__global__ void __launch_bounds__(block_sorts::threads) sort_rows(int* numbers, int columns) {
  using of_cub = cub::BlockMergeSort<int, block_sorts::threads, block_sorts::each>;
  __shared__ of_cub::TempStorage memory;
  int* const row = numbers + static_cast<int>(blockIdx.x) * columns;
  int const first = static_cast<int>(threadIdx.x) * block_sorts::each;
  int own[block_sorts::each];
  for (int i = 0; i < block_sorts::each; ++i) own[i] = row[first + i < columns ? first + i : columns - 1];
  of_cub(memory).Sort(own, smaller{}, columns, own[0]);
  for (int i = 0; i < block_sorts::each; ++i) {
    if (first + i < columns) row[first + i] = own[i];
  }
}

}  // namespace by_hand

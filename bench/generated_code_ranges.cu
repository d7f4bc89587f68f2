// SPDX-License-Identifier: BSL-1.0
/// \file
/// Ranges in blocks and in warps, by hand, and by CUB where that has it. Compiled for one architecture; apart from
/// generated_code.cu because CUB takes long to compile.
#include <allotype/block_ranges.hpp>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#include "../example/ports/binomial_kernel.hpp"
#include "../example/ports/spmv_kernels.hpp"
#include "generated_code_gpu.hpp"
#include "kernels_by_hand.cuh"

namespace ranges {

constexpr int threads = 256, steps = 512;
using blocks = at::grid<at::threads_per_block<threads>>;

void multiply(at::queue<gpu>& on, row_a_warp<gpu> const& rows) {
  at::launch(on, blocks{(rows.y.extents[0] + 7) / 8}, rows);
}

/// The share that each element has of the sum of its row.
struct share_of_row {
  at::view<float const, 2, gpu> in;
  at::view<float, 2, gpu> out;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int const row = block.index(), columns = in.extents[1];
    float const sum = block.reduce(columns, 0.0f, at::plus{}, [&](int i) { return in(row, i); });
    block.for_each_nowait(columns, [&](int i) { out(row, i) = in(row, i) / sum; });
  }
};
void shares(at::queue<gpu>& on, int rows, share_of_row kernel) { at::launch(on, blocks{rows}, kernel); }

/// Each element of a row becomes the sum of those up to it.
struct sums_of_row {
  at::view<int const, 2, gpu> in;
  at::view<int, 2, gpu> out;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int const row = block.index();
    block.inclusive_scan(
        threads, 0, at::plus{}, [&](int i) { return in(row, i); }, [&](int i, int sum) { out(row, i) = sum; });
  }
};
void sums(at::queue<gpu>& on, int rows, sums_of_row kernel) { at::launch(on, blocks{rows}, kernel); }

/// Cholesky's factors of matrices of 8 rows, each by 8 lanes: ranges that are known to be no longer than a subgroup.
struct factors_of_matrices {
  at::view<float, 3, gpu> matrices;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto const groups = at::subgroups<8>(block);
    int const first = block.index() * groups.count();
    groups.for_each_nowait(groups.count(), [&](auto const& group, int i) {
      if (first + i >= matrices.extents[0]) return;
      auto const a = matrices.subview(first + i);
      for (int k = 0; k < 8; ++k) {
        group.single([&] { a(k, k) = std::sqrt(a(k, k)); });
        group.for_each(at::box{{k + 1, 8}}, [&](int row) { a(row, k) /= a(k, k); });
        group.for_each(at::box{{k + 1, 8}}, [&](int row) {
          for (int column = k + 1; column <= row; ++column) a(row, column) -= a(row, k) * a(column, k);
        });
      }
    });
  }
};
void factors(at::queue<gpu>& on, int count, factors_of_matrices kernel) { at::launch(on, blocks{count}, kernel); }

void trees(at::queue<gpu>& on, int options, binomial_tree<steps, gpu> const& kernel) {
  using memory = at::shared_memory_per_block<binomial_tree<steps, gpu>::shared_memory>;
  at::launch(on, at::grid<at::threads_per_block<threads>, memory>{options}, kernel);
}

}  // namespace ranges

namespace by_hand {

using ranges::steps;
using ranges::threads;

template __global__ void row_a_warp<threads>(rows_in, doubles_in, doubles_out);

__global__ void __launch_bounds__(threads) share_of_row(matrix_in in, matrix_out out) {
  using reduction = cub::BlockReduce<float, threads>;
  __shared__ typename reduction::TempStorage memory;
  __shared__ float of_row;
  int const row = static_cast<int>(blockIdx.x);
  float own = 0;
  for (int i = static_cast<int>(threadIdx.x); i < in.columns; i += threads) own += in.values[row * in.columns + i];
  float const sum = reduction(memory).Sum(own);
  if (threadIdx.x == 0) of_row = sum;
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < in.columns; i += threads) {
    out.values[row * out.columns + i] = in.values[row * in.columns + i] / of_row;
  }
}

struct cube {
  float* values;
  int planes, rows, columns;
};
__global__ void __launch_bounds__(threads) factors_of_matrices(cube matrices) {
  int const thread = static_cast<int>(threadIdx.x), lane = static_cast<int>(threadIdx.x % 8),
            columns = matrices.columns;
  int const i = static_cast<int>(blockIdx.x) * (threads / 8) + thread / 8;
  if (i >= matrices.planes) return;
  unsigned const lanes = 0xffu << (thread % 32 & ~7);
  float* const a = matrices.values + i * (matrices.rows * columns);
  for (int k = 0; k < 8; ++k) {
    if (lane == 0) a[k * columns + k] = std::sqrt(a[k * columns + k]);
    __syncwarp(lanes);
    for (int row = k + 1 + lane; row < 8; row += 8) a[row * columns + k] /= a[k * columns + k];
    __syncwarp(lanes);
    for (int row = k + 1 + lane; row < 8; row += 8) {
      for (int column = k + 1; column <= row; ++column) {
        a[row * columns + column] -= a[row * columns + k] * a[column * columns + k];
      }
    }
    __syncwarp(lanes);
  }
}

struct integers_in {
  int const* values;
  int rows, columns;
};
struct integers_out {
  int* values;
  int rows, columns;
};
/// Ends with a barrier, as a range does, so that the threads may read what others wrote.
__global__ void __launch_bounds__(threads) sums_of_row(integers_in in, integers_out out) {
  using scan = cub::BlockScan<int, threads, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename scan::TempStorage memory;
  int const row = static_cast<int>(blockIdx.x), i = static_cast<int>(threadIdx.x);
  int sum = in.values[row * in.columns + i];
  scan(memory).InclusiveSum(sum, sum);
  out.values[row * out.columns + i] = sum;
  __syncthreads();
}

struct options_in {
  option const* values;
  int size;
};
__global__ void __launch_bounds__(threads) binomial_tree(options_in options, doubles_out values) {
  extern __shared__ double tree[];
  option const of = options.values[blockIdx.x];
  double const step = of.years / steps, up = of.volatility * std::sqrt(step), growth = std::exp(of.rate * step);
  double const chance = (growth - std::exp(-up)) / (std::exp(up) - std::exp(-up));
  double const risen = chance / growth, fallen = (1 - chance) / growth;
  double* now = tree;
  double* before = now + steps + 1;
  for (int i = static_cast<int>(threadIdx.x); i < steps + 1; i += threads) {
    double const gain = of.price * std::exp(up * (2 * i - steps)) - of.strike;
    now[i] = gain > 0 ? gain : 0;
  }
  __syncthreads();
  for (int nodes = steps; nodes > 0; --nodes) {
    for (int i = static_cast<int>(threadIdx.x); i < nodes; i += threads) {
      before[i] = risen * now[i + 1] + fallen * now[i];
    }
    __syncthreads();
    double* const other = now;
    now = before, before = other;
  }
  if (threadIdx.x == 0) values.values[blockIdx.x] = now[0];
}

}  // namespace by_hand

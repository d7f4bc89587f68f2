// SPDX-License-Identifier: BSL-1.0
/// \file
/// The kernels written by hand, without the library: the same arithmetic on the same index types, and the same
/// arguments: how many indices there are, and of each array where it is and how wide it is. generated_code.cu counts
/// their instructions, gpu.cu runs them.
#pragma once

#include <cmath>

namespace by_hand {

inline constexpr int threads_per_block = 256;

static __global__ void __launch_bounds__(threads_per_block) empty(int) {}

template <class Index>
__global__ void __launch_bounds__(threads_per_block)
    triad(Index n, double* a, double const* b, double const* c, double factor) {
  Index const i = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) a[i] = b[i] + factor * c[i];
}

/// Loops whose step is the grid, as benchmarks of memory have them.
static __global__ void __launch_bounds__(threads_per_block)
    triad_in_a_loop(int n, double* a, double const* b, double const* c, double factor) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] = b[i] + factor * c[i];
}
static __global__ void __launch_bounds__(threads_per_block) copied_in_a_loop(int n, double* to, double const* from) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) to[i] = from[i];
}

struct row_in {
  float const* values;
  int size;
};
struct row_out {
  float* values;
  int size;
};

struct matrix_in {
  float const* values;
  int rows, columns;
};
struct matrix_out {
  float* values;
  int rows, columns;
};

/// The sum of each block's elements.
template <int Threads>
__global__ void __launch_bounds__(Threads) block_sum(row_in in, row_out sums) {
  extern __shared__ float parts[];
  int const thread = threadIdx.x;
  parts[thread] = in.values[blockIdx.x * Threads + thread];
  __syncthreads();
  for (int half = Threads / 2; half > 0; half /= 2) {
    if (thread < half) parts[thread] += parts[thread + half];
    __syncthreads();
  }
  if (thread == 0) sums.values[blockIdx.x] = parts[0];
}

struct numbers_in {
  int const* values;
  int size;
};
struct numbers_out {
  int* values;
  int size;
};
struct sum_out {
  unsigned long long* values;
  int size;
};

static __global__ void __launch_bounds__(threads_per_block)
    histogram(int n, numbers_in in, numbers_out bins, numbers_out largest, sum_out sum) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int const value = in.values[i];
  atomicAdd(&bins.values[value], 1);
  atomicMax(largest.values, value);
  __threadfence();
  atomicAdd(sum.values, static_cast<unsigned long long>(static_cast<long long>(value)));
}

struct plane_in {
  double const* values;
  int rows, columns;
};
struct plane_of_doubles {
  double* values;
  int rows, columns;
};

static __global__ void __launch_bounds__(threads_per_block)
    five_point(int rows, int columns, plane_in in, plane_of_doubles out, int first_row, int first_column) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  row += first_row, column += first_column;
  double const* const at = in.values + row * in.columns + column;
  out.values[row * out.columns + column] = at[-in.columns] + at[-1] + at[1] + at[in.columns] - 4 * at[0];
}

struct space_in {
  double const* values;
  int planes, rows, columns;
};
struct space_out {
  double* values;
  int planes, rows, columns;
};

static __global__ void __launch_bounds__(threads_per_block)
    seven_point(int planes, int rows, int columns, space_in in, space_out out, int first_plane, int first_row,
                int first_column) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int plane = blockIdx.z * blockDim.z + threadIdx.z;
  if (plane >= planes || row >= rows || column >= columns) return;
  plane += first_plane, row += first_row, column += first_column;
  int const line = in.columns, whole = in.rows * in.columns;
  double const* const at = in.values + plane * whole + row * line + column;
  out.values[(plane * out.rows + row) * out.columns + column] =
      at[-whole] + at[-line] + at[-1] + at[1] + at[line] + at[whole] - 6 * at[0];
}

struct part_in {
  double const* values;
  int rows, columns, pitch;
};
struct part_out {
  double* values;
  int rows, columns, pitch;
};

static __global__ void __launch_bounds__(threads_per_block)
    doubled_part(int rows, int columns, part_in in, part_out out) {
  int const column = blockIdx.x * blockDim.x + threadIdx.x;
  int const row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) out.values[row * out.pitch + column] = 2 * in.values[row * in.pitch + column];
}

static __global__ void __launch_bounds__(threads_per_block)
    doubled_by_column(int rows, int columns, plane_in in, plane_of_doubles out) {
  int const column = blockIdx.x * blockDim.x + threadIdx.x;
  int const row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) out.values[column * out.rows + row] = 2 * in.values[column * in.rows + row];
}

struct four_in {
  double const* values;
  int sizes[4];
};
struct four_out {
  double* values;
  int sizes[4];
};

/// A grid has three dimensions, so the first two are counted in one.
static __global__ void __launch_bounds__(threads_per_block)
    doubled_in_four(int slow, int rows, int columns, four_in in, four_out out, int planes) {
  int const column = blockIdx.x * blockDim.x + threadIdx.x;
  int const row = blockIdx.y * blockDim.y + threadIdx.y;
  int const block = blockIdx.z * blockDim.z + threadIdx.z;
  if (block >= slow || row >= rows || column >= columns) return;
  int const volume = block / planes, plane = block % planes;
  out.values[((volume * out.sizes[1] + plane) * out.sizes[2] + row) * out.sizes[3] + column] =
      2 * in.values[((volume * in.sizes[1] + plane) * in.sizes[2] + row) * in.sizes[3] + column];
}

struct pixel {
  float red, green, blue;
};
struct picture_in {
  pixel const* pixels;
  int rows, columns;
};
struct picture_out {
  pixel* pixels;
  int rows, columns;
};
struct plane_out {
  float* values;
  int rows, columns;
};

__device__ inline float noise_in(picture_in in, float pixel::* channel, int row, int column) {
  int const columns = in.columns;
  float const corners = in.pixels[row * columns + column].*channel + in.pixels[row * columns + column + 2].*channel +
                        in.pixels[(row + 2) * columns + column].*channel +
                        in.pixels[(row + 2) * columns + column + 2].*channel;
  float const sides =
      in.pixels[row * columns + column + 1].*channel + in.pixels[(row + 1) * columns + column].*channel +
      in.pixels[(row + 1) * columns + column + 2].*channel + in.pixels[(row + 2) * columns + column + 1].*channel;
  return fabsf(corners - 2 * sides + 4 * in.pixels[(row + 1) * columns + column + 1].*channel);
}

static __global__ void __launch_bounds__(threads_per_block)
    noise_stencil(int rows, int columns, picture_in in, plane_out out) {
  int const column = blockIdx.x * blockDim.x + threadIdx.x;
  int const row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  out.values[row * out.columns + column] = noise_in(in, &pixel::red, row, column) +
                                           noise_in(in, &pixel::green, row, column) +
                                           noise_in(in, &pixel::blue, row, column);
}

/// `Patch` and `Search` are radii.
template <int Patch, int Search>
__global__ void __launch_bounds__(threads_per_block)
    non_local_means(int rows, int columns, picture_in in, picture_out out, int first_row, float expected,
                    float falloff) {
  int const column = blockIdx.x * blockDim.x + threadIdx.x;
  int const band_row = blockIdx.y * blockDim.y + threadIdx.y;
  if (band_row >= rows || column >= columns) return;
  int const row = first_row + band_row;
  float red = 0, green = 0, blue = 0, weights = 0;
  for (int down = 0; down <= 2 * Search; ++down) {
    for (int right = 0; right <= 2 * Search; ++right) {
      float d_red = 0, d_green = 0, d_blue = 0;
      for (int i = 0; i <= 2 * Patch; ++i) {
        for (int j = 0; j <= 2 * Patch; ++j) {
          pixel const& a = in.pixels[(row + Search + i) * in.columns + column + Search + j];
          pixel const& b = in.pixels[(row + down + i) * in.columns + column + right + j];
          d_red += (a.red - b.red) * (a.red - b.red);
          d_green += (a.green - b.green) * (a.green - b.green);
          d_blue += (a.blue - b.blue) * (a.blue - b.blue);
        }
      }
      float const excess = d_red + d_green + d_blue - expected;
      float const weight = expf(-falloff * (excess > 0 ? excess : 0.f));
      pixel const& other = in.pixels[(row + down + Patch) * in.columns + column + right + Patch];
      red += weight * other.red;
      green += weight * other.green;
      blue += weight * other.blue;
      weights += weight;
    }
  }
  out.pixels[row * out.columns + column] = {red / weights, green / weights, blue / weights};
}

/// A product of a sparse matrix and a vector, a row of the matrix a warp.
struct rows_in {
  int const* begin;
  int rows;
  int const* column;
  int elements;
  double const* value;
  int elements_too;
};
struct doubles_in {
  double const* values;
  int size;
};
struct doubles_out {
  double* values;
  int size;
};
template <int Threads>
__global__ void __launch_bounds__(Threads) row_a_warp(rows_in a, doubles_in x, doubles_out y) {
  int const row = static_cast<int>(blockIdx.x) * (Threads / 32) + static_cast<int>(threadIdx.x) / 32;
  int const lane = static_cast<int>(threadIdx.x) % 32;
  if (row >= y.size) return;
  int const end = a.begin[row + 1];
  double sum = 0;
  for (int k = a.begin[row] + lane; k < end; k += 32) sum += a.value[k] * x.values[a.column[k]];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffff, sum, distance);
  if (lane == 0) y.values[row] = sum;
}

}  // namespace by_hand

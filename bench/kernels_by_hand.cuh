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

struct row_in {
  float const* values;
  int size;
};
struct row_out {
  float* values;
  int size;
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

}  // namespace by_hand

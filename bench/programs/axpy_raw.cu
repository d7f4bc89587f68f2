// SPDX-License-Identifier: BSL-1.0
#include <vector>

__global__ void axpy_kernel(long long n, float a, float const* x, float* y) {
  long long const i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}

void axpy(float a, std::vector<float> const& x, std::vector<float>& y) {
  std::size_t const bytes = y.size() * sizeof(float);
  float *on_x, *on_y;
  cudaMalloc(&on_x, bytes);
  cudaMalloc(&on_y, bytes);
  cudaMemcpy(on_x, x.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(on_y, y.data(), bytes, cudaMemcpyHostToDevice);
  axpy_kernel<<<(y.size() + 255) / 256, 256>>>(static_cast<long long>(y.size()), a, on_x, on_y);
  cudaMemcpy(y.data(), on_y, bytes, cudaMemcpyDeviceToHost);
  cudaFree(on_y);
  cudaFree(on_x);
}

// SPDX-License-Identifier: BSL-1.0
// The CUDA side of doc/coming_from_cuda.md, as it is written without this library.
// clang-format off: the page shows two columns, so lines are short
#include <thrust/iterator/counting_iterator.h>

#include <cstdio>
#include <cstdlib>
#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>
#include <vector>

// [check]
void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}
// [check]

// [loop]
__global__ void axpy(int n, double a, double const* x,
                     double* y) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}

std::vector<double> axpy(double a,
                         std::vector<double> const& x,
                         std::vector<double> y) {
  int const n = static_cast<int>(y.size());
  std::size_t const bytes = n * sizeof(double);
  double *from, *to;
  check(cudaMalloc(&from, bytes));
  check(cudaMalloc(&to, bytes));
  check(cudaMemcpy(from, x.data(), bytes,
                   cudaMemcpyHostToDevice));
  check(cudaMemcpy(to, y.data(), bytes,
                   cudaMemcpyHostToDevice));
  axpy<<<(n + 255) / 256, 256>>>(n, a, from, to);
  check(cudaGetLastError());
  check(cudaMemcpy(y.data(), to, bytes,
                   cudaMemcpyDeviceToHost));
  check(cudaFree(from));
  check(cudaFree(to));
  return y;
}
// [loop]

// [reduction]
struct product {
  double const *x, *y;
  __device__ double operator()(int i) const {
    return x[i] * y[i];
  }
};

double dot(int n, double const* x, double const* y) {
  thrust::counting_iterator<int> const indices(0);
  double* there;
  check(cudaMalloc(&there, sizeof(double)));
  void* scratch = nullptr;
  std::size_t bytes = 0;
  for (int call = 1; call <= 2; ++call) {
    check(cub::DeviceReduce::TransformReduce(
        scratch, bytes, indices, there, n,
        cuda::std::plus<>{}, product{x, y}, 0.0));
    if (call == 1) check(cudaMalloc(&scratch, bytes));
  }
  double sum;
  check(cudaMemcpy(&sum, there, sizeof(double),
                   cudaMemcpyDeviceToHost));
  check(cudaFree(scratch));
  check(cudaFree(there));
  return sum;
}
// [reduction]

// [blocks]
__global__ void reverse_tile(double* all) {
  extern __shared__ double tile[];
  int const first = blockIdx.x * 64;
  int const i = threadIdx.x;
  tile[i] = all[first + i];
  __syncthreads();
  all[first + i] = tile[63 - i];
}

void reverse_tiles(double* all, int n) {
  reverse_tile<<<n / 64, 64, 64 * sizeof(double)>>>(all);
  check(cudaGetLastError());
}
// [blocks]

// [streams]
__global__ void twice(int n, double* all) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) all[i] *= 2;
}

void doubled(double* pinned, double* there, int n) {
  std::size_t const bytes = n * sizeof(double);
  cudaStream_t computing, copying;
  check(cudaStreamCreate(&computing));
  check(cudaStreamCreate(&copying));
  cudaEvent_t sent, done;
  check(cudaEventCreate(&sent));
  check(cudaEventCreate(&done));
  check(cudaMemcpyAsync(there, pinned, bytes,
                        cudaMemcpyHostToDevice, copying));
  check(cudaEventRecord(sent, copying));
  check(cudaStreamWaitEvent(computing, sent, 0));
  twice<<<(n + 255) / 256, 256, 0, computing>>>(n, there);
  check(cudaGetLastError());
  check(cudaEventRecord(done, computing));
  check(cudaStreamWaitEvent(copying, done, 0));
  check(cudaMemcpyAsync(pinned, there, bytes,
                        cudaMemcpyDeviceToHost, copying));
  check(cudaStreamSynchronize(copying));
  check(cudaEventDestroy(done));
  check(cudaEventDestroy(sent));
  check(cudaStreamDestroy(copying));
  check(cudaStreamDestroy(computing));
}
// [streams]

int main() {
  int const n = 128;
  std::size_t const bytes = n * sizeof(double);
  double *there, *pinned;
  check(cudaMalloc(&there, bytes));
  check(cudaMallocHost(&pinned, bytes));
  for (int i = 0; i < n; ++i) pinned[i] = i;
  doubled(pinned, there, n);
  bool right = pinned[127] == 254 && dot(n, there, there) == 4. * 127 * 128 * 255 / 6;
  reverse_tiles(there, n);
  check(cudaMemcpy(pinned, there, bytes, cudaMemcpyDeviceToHost));
  right = right && pinned[0] == 126 && pinned[63] == 0 && pinned[64] == 254;
  check(cudaFreeHost(pinned));
  check(cudaFree(there));
  auto const y = axpy(2, {1, 2, 3}, {10, 20, 30});
  std::printf("%g %g %g\n", y[0], y[1], y[2]);
  return right ? 0 : 1;
}

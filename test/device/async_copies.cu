// SPDX-License-Identifier: BSL-1.0
// Copies by `cp.async` from global to shared memory, which are done when somebody waits for them; waits that are
// missing show.
#include <cuda_pipeline.h>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "cuda_runtime.hpp"

namespace {

namespace device = allotype::device_tests;

constexpr int tile = 128, tiles = 6;

/// Two tiles under way while a third one is summed.
__global__ void sum_of_tiles(int const* from, int* sums) {
  __shared__ __align__(16) int held[3][tile];
  int const lane = static_cast<int>(threadIdx.x);
  auto const begin = [&](int which) {
    __pipeline_memcpy_async(&held[which % 3][4 * lane], from + which * tile + 4 * lane, 16);
    __pipeline_commit();
  };
  begin(0), begin(1);
  for (int which = 0; which < tiles; ++which) {
    if (which + 2 < tiles) {
      begin(which + 2);
    } else {
      __pipeline_commit();
    }
    __pipeline_wait_prior(2);
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum += held[which % 3][(4 * lane + 17 * i) % tile];
    atomicAdd(sums + which, sum);
    __syncthreads();
  }
}

/// The last 8 bytes of 16 are not read, and are 0.
__global__ void with_zeros(int const* from, int* to) {
  __shared__ __align__(16) int held[4];
  __pipeline_memcpy_async(held, from, 16, 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  for (int i = 0; i < 4; ++i) to[i] = held[i];
}

__global__ void without_wait(int const* from, int* to) {
  __shared__ __align__(16) int held[128];
  __pipeline_memcpy_async(held + 4 * threadIdx.x, from + 4 * threadIdx.x, 16);
  __pipeline_commit();
  to[threadIdx.x] = held[4 * threadIdx.x];
}
__global__ void without_barrier(int const* from, int* to) {
  __shared__ __align__(16) int held[256];
  __pipeline_memcpy_async(held + 4 * threadIdx.x, from + 4 * threadIdx.x, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  to[threadIdx.x] = held[4 * (63 - threadIdx.x)];
}
__global__ void out_of_bounds(int const* from, int* to) {
  __shared__ __align__(16) int held[4];
  __pipeline_memcpy_async(held, from + 128, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  to[0] = held[0];
}

struct numbers {
  int *from = nullptr, *to = nullptr;
  explicit numbers(int count) {
    std::vector<int> host(static_cast<std::size_t>(count));
    std::iota(host.begin(), host.end(), 1);
    CHECK(cudaMalloc(reinterpret_cast<void**>(&from), sizeof(int) * host.size()) == cudaSuccess);
    CHECK(cudaMalloc(reinterpret_cast<void**>(&to), sizeof(int) * host.size()) == cudaSuccess);
    CHECK(cudaMemcpy(from, host.data(), sizeof(int) * host.size(), cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemset(to, 0, sizeof(int) * host.size()) == cudaSuccess);
  }
  std::vector<int> results(int count) const {
    std::vector<int> host(static_cast<std::size_t>(count));
    CHECK(cudaMemcpy(host.data(), to, sizeof(int) * host.size(), cudaMemcpyDeviceToHost) == cudaSuccess);
    return host;
  }
};

/// All findings of the kernels so far, a line each.
std::string findings() {
  (void)cudaDeviceSynchronize();
  std::string text;
  for (device::finding const& one : device::take_findings()) text += one.text + '\n';
  return text;
}

}  // namespace

TEST_CASE("tiles that are copied ahead have their numbers when they are waited for") {
  numbers const of(tile * tiles);
  sum_of_tiles<<<1, 32>>>(of.from, of.to);
  std::vector<int> right(tiles);
  for (int which = 0; which < tiles; ++which) {
    for (int lane = 0; lane < 32; ++lane) {
      for (int i = 0; i < 4; ++i)
        right[static_cast<std::size_t>(which)] += which * tile + (4 * lane + 17 * i) % tile + 1;
    }
  }
  CHECK(of.results(tiles) == right);
}

TEST_CASE("what is not read is 0") {
  numbers const of(4);
  with_zeros<<<1, 1>>>(of.from, of.to);
  CHECK(of.results(4) == std::vector<int>{1, 2, 0, 0});
}

TEST_CASE("a wait that is missing, and a barrier that is missing") {
  numbers const of(256);
  without_wait<<<1, 32>>>(of.from, of.to);
  CHECK_THAT(findings(), starts_with("uninitialised: async_copies.cu:"));
  without_barrier<<<1, 64>>>(of.from, of.to);
  CHECK_THAT(findings(), contains("race: async_copies.cu:61"));
}

TEST_CASE("a copy from beside an allocation") {
  numbers const of(128);
  out_of_bounds<<<1, 1>>>(of.from, of.to);
  CHECK_THAT(findings(), starts_with("out of bounds: "));
  device::show_devices({device::description_of("A100")});
}

// SPDX-License-Identifier: BSL-1.0
// What kernels move, in cases where one can count by hand; and the table of it.
#include <algorithm>
#include <string>

#include "catch.hpp"
#include "cuda_runtime.hpp"

namespace {

namespace device = allotype::device_tests;

__global__ void copy(int* to, int const* from) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}
__global__ void copy_four(int4* to, int4 const* from) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}
__global__ void copy_bytes(char* to, char const* from) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void every_eighth(int* to, int const* from) { to[threadIdx.x] = from[8 * threadIdx.x]; }
__global__ void one_for_all(int* to, int const* from) { to[threadIdx.x] = from[0]; }
__global__ void beside_a_sector(int* to, int const* from) { to[threadIdx.x] = from[threadIdx.x + 1]; }
__global__ void add_to_one(int* sum) { atomicAdd(sum, 1); }
template <class T>
__global__ void through_shared(int* to, int stride) {
  __shared__ T held[32 * 32];
  *static_cast<T volatile*>(&held[threadIdx.x * stride]) = T{};
  to[threadIdx.x] = stride;
}
__global__ void half_of_a_warp(int* to) {
  if (threadIdx.x < 16)
    to[threadIdx.x] = 1;
  else
    to[threadIdx.x] = to[threadIdx.x + 32];
}

/// Runs a kernel on two arrays of 4,096 numbers, and tells what it moved.
template <class Kernel, class... Arguments>
device::traffic moved(unsigned blocks, unsigned threads, Kernel* kernel, Arguments... arguments) {
  device::count_traffic();
  (void)device::take_traffic();
  kernel<<<blocks, threads>>>(arguments...);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  auto const all = device::take_traffic();
  REQUIRE(all.size() == 1);
  return all[0].second;
}

struct two_arrays {
  int *a = nullptr, *b = nullptr;
  static constexpr std::size_t bytes = 4096 * sizeof(int);
  two_arrays() {
    for (int** const one : {&a, &b}) {
      CHECK(cudaMalloc(reinterpret_cast<void**>(one), bytes) == cudaSuccess);
      CHECK(cudaMemset(*one, 0, bytes) == cudaSuccess);
      CHECK(cudaDeviceSynchronize() == cudaSuccess);
    }
  }
  ~two_arrays() { cudaFree(a), cudaFree(b); }
};

}  // namespace

TEST_CASE("neighbours in memory for neighbours in a warp: all that is moved is used") {
  two_arrays const of;
  device::traffic const plain = moved(8, 128, copy, of.a, of.b);
  CHECK(plain.launches == 1);
  CHECK(plain.loads.requests == 32);
  CHECK(plain.loads.bytes == 4096);
  CHECK(plain.loads.moved() == 4096);
  CHECK(plain.loads.lines == 32);
  CHECK(plain.stores.moved() == 4096);
  device::traffic const four =
      moved(2, 128, copy_four, reinterpret_cast<int4*>(of.a), reinterpret_cast<int4 const*>(of.b));
  CHECK(four.loads.requests == 8);
  CHECK(four.loads.moved() == 4096);
  CHECK(four.stores.lines == 32);
  device::traffic const bytes =
      moved(1, 64, copy_bytes, reinterpret_cast<char*>(of.a), reinterpret_cast<char const*>(of.b));
  CHECK(bytes.loads.bytes == 64);
  CHECK(bytes.loads.moved() == 64);
  CHECK(bytes.loads.lines == 2);
}

TEST_CASE("gaps, repetitions and parts of sectors") {
  two_arrays const of;
  device::traffic const gaps = moved(1, 32, every_eighth, of.a, of.b);
  CHECK(gaps.loads.bytes == 128);
  CHECK(gaps.loads.moved() == 1024);
  CHECK(gaps.loads.lines == 8);
  CHECK(gaps.stores.moved() == 128);
  device::traffic const same = moved(1, 32, one_for_all, of.a, of.b);
  CHECK(same.loads.bytes == 4);
  CHECK(same.loads.moved() == 32);
  device::traffic const beside = moved(1, 32, beside_a_sector, of.a, of.b);
  CHECK(beside.loads.bytes == 128);
  CHECK(beside.loads.sectors == 5);
  CHECK(beside.loads.lines == 2);
  device::traffic const sum = moved(1, 32, add_to_one, of.a);
  CHECK(sum.loads.sectors == sum.stores.sectors);
}

TEST_CASE("conflicts of banks") {
  two_arrays const of;
  CHECK(moved(1, 32, through_shared<int>, of.a, 1).bank_conflicts == 0);
  CHECK(moved(1, 32, through_shared<int>, of.a, 0).bank_conflicts == 0);
  CHECK(moved(1, 32, through_shared<int>, of.a, 2).bank_conflicts == 1);
  CHECK(moved(1, 32, through_shared<int>, of.a, 32).bank_conflicts == 31);
  CHECK(moved(1, 32, through_shared<int>, of.a, 31).bank_conflicts == 0);
  CHECK(moved(1, 32, through_shared<double>, of.a, 1).bank_conflicts == 0);
  CHECK(moved(1, 32, through_shared<double>, of.a, 16).bank_conflicts == 2 * 15);
}

TEST_CASE("lanes that go apart") {
  two_arrays const of;
  device::traffic const together = moved(1, 64, copy, of.a, of.b);
  CHECK(together.splits == 0);
  CHECK(together.instructions == 32 * together.instructions_of_warps);
  device::traffic const apart = moved(1, 32, half_of_a_warp, of.a);
  CHECK(apart.splits == 1);
  CHECK(apart.instructions < 32 * apart.instructions_of_warps);
}

TEST_CASE("copies and sets by the driver") {
  two_arrays const of;
  device::count_traffic();
  (void)device::take_traffic();
  CHECK(cudaMemcpy(of.a, of.b, 1000, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaMemset(of.a, 0, 64) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  auto const all = device::take_traffic();
  REQUIRE(all.size() == 2);
  CHECK(all[0].first == "cudaMemcpy");
  CHECK(all[0].second.loads.bytes == 1000);
  CHECK(all[0].second.stores.moved() == 1024);
  CHECK(all[1].first == "cudaMemset");
  CHECK(all[1].second.stores.moved() == 64);
  CHECK(all[1].second.loads.moved() == 0);
}

TEST_CASE("the table has a row for each kernel, and columns that line up") {
  two_arrays const of;
  device::count_traffic();
  (void)device::take_traffic();
  copy<<<8, 128>>>(of.a, of.b);
  every_eighth<<<1, 32>>>(of.a, of.b);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  std::string const text = device::table_of(device::take_traffic());
  CHECK(std::count(text.begin(), text.end(), '\n') == 3);
  CHECK_THAT(text, contains("       1  4096 B       100 %   4096 B       100 %      256              64"));
  CHECK_THAT(text, contains("       1  1024 B        13 %    128 B       100 %       36               9"));
}

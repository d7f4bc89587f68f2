// SPDX-License-Identifier: BSL-1.0
// Functions that call themselves: by name, through each other, through pointers, each thread as deep as it needs.
#include <cuda_runtime.h>

#include "catch.hpp"
#include "cuda_runtime.hpp"

namespace {

namespace device = allotype::device_tests;

using device::defect;

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void fibonaccis(int* to) { to[threadIdx.x] = fibonacci(static_cast<int>(threadIdx.x) % 12); }

__device__ bool is_odd(unsigned n);
__device__ __noinline__ bool is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
__device__ __noinline__ bool is_odd(unsigned n) { return n != 0 && is_even(n - 1); }
__global__ void evens(int* to) { to[threadIdx.x] = is_even(threadIdx.x % 20); }

/// Each call has an array of its own, which the next one changes: a quicksort of eight numbers.
struct range {
  int first, last;
};
__device__ __noinline__ int sum_of_halves(int const* numbers, range of) {
  if (of.last - of.first == 1) return numbers[of.first];
  int half[8];
  int const middle = (of.first + of.last) / 2;
  for (int i = of.first; i < of.last; ++i) half[i] = numbers[i] + 1;
  int const left = sum_of_halves(half, {of.first, middle}), right = sum_of_halves(half, {middle, of.last});
  for (int i = of.first; i < of.last; ++i) half[i] -= numbers[i];
  return left + right + half[of.first] - half[of.last - 1];  // each is 1 again, if it is this call's
}
__global__ void sums(int* to) {
  int numbers[8];
  for (int i = 0; i < 8; ++i) numbers[i] = static_cast<int>(threadIdx.x) * i;
  to[threadIdx.x] = sum_of_halves(numbers, {0, 8});
}

struct node {
  __device__ node(int of, node const* a, node const* b) : value(of), left(a), right(b) {}
  __device__ virtual ~node() {}
  __device__ virtual int sum() const { return value + (left ? left->sum() : 0) + (right ? right->sum() : 0); }
  int value;
  node const *left, *right;
};
struct doubled : node {
  using node::node;
  __device__ int sum() const override { return 2 * node::sum(); }
};
__global__ void sum_of_tree(int* to) {
  node const a(1, nullptr, nullptr), b(2, nullptr, nullptr);
  doubled const c(3, &a, &b);
  node const d(4, nullptr, &c);
  node const* const nodes[] = {&a, &b, &c, &d};
  to[threadIdx.x] = nodes[threadIdx.x % 4]->sum();
}

__device__ __noinline__ int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1) * (n > 0 ? 1 : 2); }
__global__ void depths(int* to) { to[threadIdx.x] = depth(to[threadIdx.x]); }

/// What the kernel writes into `count` numbers, which were `before`.
std::vector<int> numbers_of(int count, void (*kernel)(int*), int before = 0) {
  std::vector<int> numbers(static_cast<std::size_t>(count), before);
  std::size_t const bytes = numbers.size() * sizeof(int);
  int* data = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&data), bytes);
  cudaMemcpy(data, numbers.data(), bytes, cudaMemcpyHostToDevice);
  kernel<<<1, count>>>(data);
  cudaMemcpy(numbers.data(), data, bytes, cudaMemcpyDeviceToHost);
  cudaFree(data);
  return numbers;
}

}  // namespace

TEST_CASE("functions call themselves, each thread as often as it needs") {
  std::vector<int> expected{0, 1};
  for (std::size_t i = 2; i < 12; ++i) expected.push_back(expected[i - 1] + expected[i - 2]);
  std::vector<int> const made = numbers_of(64, &fibonaccis);
  for (std::size_t i = 0; i < 64; ++i) CHECK(made[i] == expected[i % 12]);
  CHECK(device::take_findings().empty());
}

TEST_CASE("functions call each other") {
  std::vector<int> const made = numbers_of(40, &evens);
  for (std::size_t i = 0; i < 40; ++i) CHECK(made[i] == (i % 2 == 0));
  CHECK(device::take_findings().empty());
}

TEST_CASE("each call has its own variables, and may use those of its caller") {
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096) == cudaSuccess);
  std::vector<int> const made = numbers_of(33, &sums);
  // Each number is one more at each of three levels.
  for (int i = 0; i < 33; ++i) CHECK(made[static_cast<std::size_t>(i)] == i * 28 + 8 * 3);
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 1024) == cudaSuccess);
  CHECK(device::take_findings().empty());
}

TEST_CASE("virtual functions call themselves in other objects") {
  std::vector<int> const made = numbers_of(8, &sum_of_tree);
  for (std::size_t i = 0; i < 8; ++i) CHECK(made[i] == std::vector<int>{1, 2, 12, 16}[i % 4]);
  CHECK(device::take_findings().empty());
}

TEST_CASE("a stack that is used up is found, and a larger one holds more") {
  std::size_t size = 0;
  CHECK(cudaDeviceGetLimit(&size, cudaLimitStackSize) == cudaSuccess);
  CHECK(size == 1024);
  CHECK(numbers_of(32, &depths, 40) == std::vector<int>(32, 40));
  CHECK(device::take_findings().empty());
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 8192) == cudaSuccess);
  CHECK(numbers_of(32, &depths, 400) == std::vector<int>(32, 400));
  CHECK(device::take_findings().empty());
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 1024) == cudaSuccess);
  numbers_of(32, &depths, -1);  // without end
  std::vector<device::finding> const findings = device::take_findings();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].what == defect::out_of_bounds);
  CHECK_THAT(findings[0].text,
             contains("has 64 calls under way of functions that call themselves, and one more needs more than "
                      "1024 bytes of stack: cudaDeviceSetLimit(cudaLimitStackSize, bytes) sets them"));
  device::show_devices({device::description_of("H200")});
}

// SPDX-License-Identifier: BSL-1.0
// Calls through pointers and memory of the kernel's own heap: virtual functions, tables of functions, new and delete.
// Functions that call themselves are in recursion.cu.
#include <cuda_runtime.h>

#include "catch.hpp"
#include "cuda_runtime.hpp"

namespace {

namespace device = allotype::device_tests;

using device::defect;

struct shape {
  __device__ virtual ~shape() {}
  __device__ virtual float area() const = 0;
};
struct square : shape {
  __device__ explicit square(float of) : side(of) {}
  __device__ float area() const override { return side * side; }
  float side;
};
struct circle : shape {
  __device__ explicit circle(float of) : radius(of) {}
  __device__ float area() const override { return 3 * radius * radius; }
  float radius;
};
/// Its function calls those of two others through pointers.
struct pair : shape {
  __device__ pair(shape const* a, shape const* b) : first(a), second(b) {}
  __device__ float area() const override { return first->area() + second->area(); }
  shape const *first, *second;
};

/// Each thread has a shape of its own; every second one is a square.
__global__ void areas(float* to) {
  auto const size = static_cast<float>(threadIdx.x);
  shape* const mine = threadIdx.x % 2 != 0 ? static_cast<shape*>(new square(size)) : new circle(size);
  to[threadIdx.x] = mine->area();
  delete mine;
}
__global__ void area_of_pair(float* to) {
  square const one(2);
  circle const two(3);
  shape* const both = new pair(&one, &two);
  *to = both->area();
  delete both;
}
__device__ __noinline__ int twice(int value) { return 2 * value; }
__device__ __noinline__ int squared(int value) { return value * value; }
__device__ __noinline__ int negative(int value) { return -value; }
using function = int (*)(int);
__device__ function table[] = {twice, squared, negative};
__global__ void by_table(int* to) { to[threadIdx.x] = table[threadIdx.x % 3](static_cast<int>(threadIdx.x)); }
__global__ void by_nothing(int* to) { *to = reinterpret_cast<function>(0x1234)(*to); }

__global__ void take(void** to, std::size_t bytes) { *to = malloc(bytes); }
__global__ void give_back(void** from) { free(*from); }
__global__ void read_at_once(int* to) {
  auto* const made = static_cast<int*>(malloc(8));
  *to = made[1];
}
__global__ void write_behind() { static_cast<int*>(malloc(8))[2] = 1; }
__global__ void write_late() {
  auto* const made = static_cast<int*>(malloc(8));
  free(made);
  asm volatile("st.u32 [%0], 1;" ::"l"(made));
}

struct result {
  std::vector<device::finding> findings;
  cudaError_t code;
  bool found(defect what) const { return findings.size() == 1 && findings[0].what == what; }
};
template <class F>
result after(F const& launch) {
  launch();
  cudaError_t const code = cudaDeviceSynchronize();
  result made{device::take_findings(), code};
  device::show_devices({device::description_of("H200")});
  return made;
}
/// What the kernel writes into `count` numbers.
template <class T>
std::vector<T> numbers_of(int count, void (*kernel)(T*)) {
  T* data = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&data), static_cast<std::size_t>(count) * sizeof(T));
  kernel<<<1, count>>>(data);
  std::vector<T> numbers(static_cast<std::size_t>(count));
  CHECK(cudaMemcpy(numbers.data(), data, numbers.size() * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
  cudaFree(data);
  CHECK(device::take_findings().empty());
  return numbers;
}

}  // namespace

TEST_CASE("virtual functions are those of the object, in threads that have different ones") {
  std::vector<float> const made = numbers_of(64, &areas);
  for (int i = 0; i < 64; ++i)
    CHECK(made[static_cast<std::size_t>(i)] == static_cast<float>(i * i * (i % 2 != 0 ? 1 : 3)));
  CHECK(numbers_of(1, &area_of_pair)[0] == 4 + 27);
}

TEST_CASE("a table of functions") { CHECK(numbers_of(6, &by_table) == std::vector<int>{0, 1, -2, 6, 16, -5}); }

TEST_CASE("a pointer to no function is found") {
  float* to = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&to), 4);
  cudaMemset(to, 0, 4);
  auto const nowhere = after([&] { by_nothing<<<1, 1>>>(reinterpret_cast<int*>(to)); });
  CHECK(nowhere.found(defect::out_of_bounds));
  CHECK(nowhere.code == cudaErrorIllegalAddress);
  CHECK_THAT(nowhere.findings.at(0).text, contains("calls 0x1234, which is no function with these parameters"));
}

TEST_CASE("the heap has 8 MiB, of which later kernels get what earlier ones freed") {
  void** to = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&to), sizeof(void*));
  auto const taken = [&](std::size_t bytes) {
    take<<<1, 1>>>(to, bytes);
    void* made = nullptr;
    cudaMemcpy(&made, to, sizeof(made), cudaMemcpyDeviceToHost);
    return made != nullptr;
  };
  CHECK_FALSE(taken((8 << 20) + 1));
  CHECK(taken(8 << 20));
  give_back<<<1, 1>>>(to);
  CHECK(taken(6 << 20));
  CHECK(device::take_findings().empty());
  CHECK_FALSE(taken(3 << 20));
  give_back<<<1, 1>>>(to);  // null
  std::size_t size = 0;
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 9 << 20) == cudaSuccess);
  CHECK(cudaDeviceGetLimit(&size, cudaLimitMallocHeapSize) == cudaSuccess);
  CHECK(size == 9 << 20);
  CHECK(taken(3 << 20));
  give_back<<<1, 1>>>(to);
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 8 << 20) == cudaSuccess);
  CHECK(after([&] {}).findings.empty());
}

TEST_CASE("wrong uses of the heap are found") {
  int* to = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&to), sizeof(int));
  CHECK(after([&] { read_at_once<<<1, 1>>>(to); }).found(defect::uninitialised));
  CHECK(after([] { write_behind<<<1, 1>>>(); }).found(defect::out_of_bounds));
  CHECK(after([] { write_late<<<1, 1>>>(); }).found(defect::after_free));

  void** place = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&place), sizeof(void*));
  take<<<1, 1>>>(place, 16);
  give_back<<<1, 1>>>(place);
  auto const twice_freed = after([&] { give_back<<<1, 1>>>(place); });
  CHECK(twice_freed.found(defect::after_free));
  CHECK_THAT(twice_freed.findings.at(0).text, contains("frees what is no memory of a malloc, or was freed before"));
}

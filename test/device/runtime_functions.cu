// SPDX-License-Identifier: BSL-1.0
// Functions of CUDA's runtime that this library does not call, and programs do: rows with gaps, variables of modules,
// priorities, graphs, a reset.
#include <cuda_runtime.h>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "cuda_runtime.hpp"

namespace {

namespace device = allotype::device_tests;

__device__ int counter = 5;
__device__ int table[4] = {1, 2, 3, 4};
__constant__ int factor = 2;

__global__ void count() { ++counter; }
__global__ void scale(int* numbers, int n) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) numbers[i] *= factor;
}
__global__ void add(int* numbers, int what) { numbers[threadIdx.x] += what; }
__global__ void double_rows(char* numbers, std::size_t pitch, int columns) {
  int* const row = reinterpret_cast<int*>(numbers + blockIdx.x * pitch);
  for (int i = static_cast<int>(threadIdx.x); i < columns; i += static_cast<int>(blockDim.x)) row[i] *= 2;
}

std::vector<int> counted(std::size_t n) {
  std::vector<int> made(n);
  std::iota(made.begin(), made.end(), 0);
  return made;
}
int* on_device(std::vector<int> const& values) {
  int* made = nullptr;
  CHECK(cudaMalloc(reinterpret_cast<void**>(&made), sizeof(int) * values.size()) == cudaSuccess);
  CHECK(cudaMemcpy(made, values.data(), sizeof(int) * values.size(), cudaMemcpyHostToDevice) == cudaSuccess);
  return made;
}
std::vector<int> on_host(int const* from, std::size_t n) {
  std::vector<int> made(n);
  CHECK(cudaMemcpy(made.data(), from, sizeof(int) * n, cudaMemcpyDeviceToHost) == cudaSuccess);
  return made;
}

}  // namespace

TEST_CASE("rows with gaps between them") {
  constexpr std::size_t rows = 5, columns = 7, width = columns * sizeof(int);
  char* memory = nullptr;
  std::size_t pitch = 0;
  REQUIRE(cudaMallocPitch(reinterpret_cast<void**>(&memory), &pitch, width, rows) == cudaSuccess);
  CHECK(pitch >= width);
  CHECK(pitch % 256 == 0);
  std::vector<int> const numbers = counted(rows * columns);
  CHECK(cudaMemcpy2D(memory, pitch, numbers.data(), width, width, rows, cudaMemcpyHostToDevice) == cudaSuccess);
  double_rows<<<rows, 4>>>(memory, pitch, columns);
  std::vector<int> found(rows * columns), right = numbers;
  for (int& one : right) one *= 2;
  CHECK(cudaMemcpy2DAsync(found.data(), width, memory, pitch, width, rows, cudaMemcpyDeviceToHost, nullptr) ==
        cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(found == right);
  CHECK(cudaMemset2D(memory, pitch, 0, sizeof(int), rows) == cudaSuccess);
  CHECK(cudaMemcpy2D(found.data(), width, memory, pitch, width, rows, cudaMemcpyDeviceToHost) == cudaSuccess);
  for (std::size_t row = 0; row < rows; ++row) right[row * columns] = 0;
  CHECK(found == right);
  CHECK(cudaMemcpy2D(found.data(), width, memory, pitch, pitch, rows, cudaMemcpyDeviceToHost) ==
        cudaErrorInvalidPitchValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidPitchValue);
  CHECK(cudaFree(memory) == cudaSuccess);
}

TEST_CASE("variables of modules, from and to the host") {
  count<<<1, 1>>>();
  int found = 0;
  CHECK(cudaMemcpyFromSymbol(&found, counter, sizeof(int)) == cudaSuccess);
  CHECK(found == 6);
  int const set = 40;
  CHECK(cudaMemcpyToSymbol(counter, &set, sizeof(int)) == cudaSuccess);
  count<<<1, 1>>>();
  CHECK(cudaMemcpyFromSymbolAsync(&found, counter, sizeof(int), 0, cudaMemcpyDeviceToHost, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(found == 41);
  CHECK(cudaMemcpyFromSymbol(&found, table, sizeof(int), 2 * sizeof(int)) == cudaSuccess);
  CHECK(found == 3);
  std::size_t bytes = 0;
  CHECK(cudaGetSymbolSize(&bytes, table) == cudaSuccess);
  CHECK(bytes == sizeof(table));
}

TEST_CASE("priorities of streams") {
  int lowest = 1, highest = 1, priority = 1;
  CHECK(cudaDeviceGetStreamPriorityRange(&lowest, &highest) == cudaSuccess);
  CHECK(lowest == 0);
  CHECK(highest < 0);
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, highest - 10) == cudaSuccess);
  CHECK(cudaStreamGetPriority(stream, &priority) == cudaSuccess);
  CHECK(priority == highest);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

TEST_CASE("a graph is recorded once and launched several times") {
  int* const numbers = on_device(counted(32));
  std::vector<int> from(32, 1);
  cudaStream_t stream = nullptr, beside = nullptr;
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(cudaStreamCreate(&beside) == cudaSuccess);
  cudaEvent_t begin = nullptr, end = nullptr;
  CHECK(cudaEventCreate(&begin) == cudaSuccess);
  CHECK(cudaEventCreate(&end) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  CHECK(cudaStreamIsCapturing(stream, &status) == cudaSuccess);
  CHECK(status == cudaStreamCaptureStatusActive);
  CHECK(cudaMemcpyAsync(numbers, from.data(), 32 * sizeof(int), cudaMemcpyHostToDevice, stream) == cudaSuccess);
  add<<<1, 32, 0, stream>>>(numbers, 10);
  CHECK(cudaEventRecord(begin, stream) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(beside, begin, 0) == cudaSuccess);
  scale<<<1, 32, 0, beside>>>(numbers, 32);
  CHECK(cudaEventRecord(end, beside) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(stream, end, 0) == cudaSuccess);
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  cudaGraphExec_t made = nullptr;
  REQUIRE(cudaGraphInstantiate(&made, graph, 0) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(on_host(numbers, 32) == counted(32));  // nothing ran so far
  CHECK(cudaGraphLaunch(made, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(on_host(numbers, 32) == std::vector<int>(32, 22));
  from.assign(32, 5);  // memory of the host is read at each launch
  CHECK(cudaGraphLaunch(made, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(on_host(numbers, 32) == std::vector<int>(32, 30));
  CHECK(cudaGraphExecDestroy(made) == cudaSuccess);
  for (cudaEvent_t const event : {begin, end}) CHECK(cudaEventDestroy(event) == cudaSuccess);
  for (cudaStream_t const one : {stream, beside}) CHECK(cudaStreamDestroy(one) == cudaSuccess);
  CHECK(cudaFree(numbers) == cudaSuccess);
}

TEST_CASE("calls that no recording holds are refused") {
  cudaStream_t stream = nullptr, beside = nullptr;
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(cudaStreamCreate(&beside) == cudaSuccess);
  int* const numbers = on_device(counted(32));
  cudaGraph_t graph = nullptr;
  auto const refused = [&](auto const& call, cudaError_t with) {
    REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
    CHECK(call() == with);
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK(graph == nullptr);
    (void)cudaGetLastError();
  };
  refused([&] { return cudaStreamSynchronize(stream); }, cudaErrorStreamCaptureUnsupported);
  refused([&] { return cudaDeviceSynchronize(); }, cudaErrorStreamCaptureUnsupported);
  refused([&] { return cudaMemset(numbers, 0, 4); }, cudaErrorStreamCaptureImplicit);
  int* more = nullptr;
  refused([&] { return cudaMalloc(reinterpret_cast<void**>(&more), 4); }, cudaErrorStreamCaptureUnsupported);
  // A second stream takes part, and the first one does not wait for it.
  cudaEvent_t event = nullptr;
  CHECK(cudaEventCreate(&event) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaEventRecord(event, stream) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(beside, event, 0) == cudaSuccess);
  add<<<1, 32, 0, beside>>>(numbers, 1);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureUnjoined);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorIllegalState);
  (void)cudaGetLastError();
  CHECK(on_host(numbers, 32) == counted(32));
  CHECK(cudaEventDestroy(event) == cudaSuccess);
  for (cudaStream_t const one : {stream, beside}) CHECK(cudaStreamDestroy(one) == cudaSuccess);
  CHECK(cudaFree(numbers) == cudaSuccess);
}

TEST_CASE("after a reset, memory is gone and variables are as at the beginning") {
  int* const numbers = on_device(counted(32));
  count<<<1, 1>>>();
  CHECK(cudaDeviceReset() == cudaSuccess);
  int found = 0;
  CHECK(cudaMemcpyFromSymbol(&found, counter, sizeof(int)) == cudaSuccess);
  CHECK(found == 5);
  add<<<1, 32>>>(numbers, 1);
  (void)cudaDeviceSynchronize();
  auto const late = device::take_findings();
  REQUIRE(!late.empty());
  CHECK_THAT(late[0].text, contains("use after free"));
  device::show_devices({device::description_of("A100")});
}

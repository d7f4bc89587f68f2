// SPDX-License-Identifier: BSL-1.0
// Each kind of defect, by a small kernel that has it, and the same without it where that is close. What is reported
// names the kernel, the line, the thread and the address.
#include <cuda_runtime.h>

#include <functional>
#include <string>

#include "catch.hpp"
#include "cuda_runtime.hpp"

namespace {

namespace device = allotype::device_tests;

using device::defect;

/// Device memory of `count` numbers; 0 where they are written at once.
template <class T>
struct numbers {
  explicit numbers(int count, bool written = true) {
    cudaMalloc(reinterpret_cast<void**>(&data), static_cast<std::size_t>(count) * sizeof(T));
    if (written) cudaMemset(data, 0, static_cast<std::size_t>(count) * sizeof(T));
    cudaDeviceSynchronize();
  }
  numbers(numbers const&) = delete;
  ~numbers() { cudaFree(data); }
  T* data = nullptr;
};

/// What `launch` leaves: findings, and the code that a wait returns. The device is whole again afterwards.
struct result {
  std::vector<device::finding> findings;
  cudaError_t code;
  bool found(defect what) const {
    for (auto const& one : findings) {
      if (one.what == what) return true;
    }
    return false;
  }
  std::string text() const {
    std::string all;
    for (auto const& one : findings) all += one.text + "\n";
    return all;
  }
};
result after(std::function<void()> const& launch) {
  launch();
  cudaError_t const code = cudaDeviceSynchronize();
  result made{device::take_findings(), code};
  device::show_devices({device::description_of("H200")});
  return made;
}
result in_any_order(std::function<void()> const& launch) {
  result all{{}, cudaSuccess};
  for (auto const order : {device::order::forwards, device::order::backwards, device::order::random}) {
    device::set_schedule({order, 7});
    result const one = after(launch);
    all.findings.insert(all.findings.end(), one.findings.begin(), one.findings.end());
  }
  device::set_schedule({});
  return all;
}

__global__ void write_at(int* values, long long where) { values[where] = 1; }
__global__ void read_at(int const* values, int* to, int where) { *to = values[where]; }
/// Words of a structure go through a shuffle, the gap behind its members, too. `Uses` it.
template <bool Uses>
__global__ void pass_on(unsigned const* words, unsigned* to) {
  unsigned number, gap;
  asm volatile("ld.global.u32 %0, [%2];\n\tld.global.u32 %1, [%2+4];" : "=r"(number), "=r"(gap) : "l"(words));
  asm volatile("shfl.sync.idx.b32 %0, %0, 0, 31, -1;" : "+r"(gap));
  to[threadIdx.x] = Uses ? number + gap : number;
}
/// Four bytes of a structure, of which the last may be a gap, are copied by one instruction.
__global__ void copy_bytes(unsigned char const* from, unsigned char* to) {
  asm volatile(
      "{ .reg .b16 %%w<4>;\n\tld.global.v4.u8 {%%w0, %%w1, %%w2, %%w3}, [%0];\n\tst.global.v4.u8 [%1], {%%w0, %%w1, "
      "%%w2, %%w3}; }" ::"l"(from),
      "l"(to));
}
/// The larger of two numbers. The second is loaded in any case, and matters where there is one. Both are compared in
/// any case, too, and what that says is used: where there are two, always, or by a branch.
enum class used { where_two, always, by_a_branch };
template <used When>
__global__ void larger(int const* from, int count, int* to) {
  int first, second;
  asm volatile("ld.global.u32 %0, [%2];\n\tld.global.u32 %1, [%2+4];" : "=r"(first), "=r"(second) : "l"(from));
  if constexpr (When == used::by_a_branch) {
    asm volatile(
        "{ .reg .pred %%larger;\n\t"
        "setp.gt.s32 %%larger, %1, %0;\n\t"
        "@!%%larger bra END%=;\n\t"
        "st.global.u32 [%2], 1;\n"
        "END%=: }" ::"r"(first),
        "r"(second), "l"(to));
  } else {
    int result;
    asm volatile(
        "{ .reg .pred %%are_two, %%larger, %%both;\n\t"
        "setp.gt.s32 %%are_two, %3, 1;\n\t"
        "setp.gt.s32 %%larger, %2, %1;\n\t"
        "and.pred %%both, %%are_two, %%larger;\n\t"
        "selp.b32 %0, %2, %1, %%both; }"
        : "=r"(result)
        : "r"(first), "r"(second), "r"(When == used::always ? 2 : count));
    *to = result;
  }
}
__global__ void write_misaligned(char* bytes) { *reinterpret_cast<int*>(bytes + 2) = 1; }
__global__ void read_shared(int* to) {
  __shared__ int held[32];
  if (threadIdx.x != 5) held[threadIdx.x] = 1;
  __syncthreads();
  to[threadIdx.x] = held[threadIdx.x];
}
__global__ void beyond_shared(int* to) {
  extern __shared__ int memory[];
  memory[threadIdx.x] = 1;
  to[threadIdx.x] = memory[threadIdx.x];
}
template <bool Waits>
__global__ void turn_around(int* values) {
  __shared__ int held[64];
  held[threadIdx.x] = values[threadIdx.x];
  if (Waits) __syncthreads();
  values[threadIdx.x] = held[63 - threadIdx.x];
}
template <bool Waits>
__global__ void neighbour_in_warp(int* values) {
  __shared__ int held[32];
  held[threadIdx.x] = values[threadIdx.x];
  if (Waits) __syncwarp();
  values[threadIdx.x] = held[31 - threadIdx.x];
}
__global__ void all_write(int* value) { *value = static_cast<int>(threadIdx.x); }
__global__ void count(int* value) { atomicAdd(value, 1); }
__global__ void count_in_block(int* value) { atomicAdd_block(value, 1); }
__global__ void count_and_read(int* value, int* to) {
  atomicAdd(value, 1);
  to[threadIdx.x] = *value;
}

/// Block 0 sends a number to block 1.
template <bool SenderFences, bool ReceiverFences>
__global__ void send(int* value, int* flag, int* to) {
  if (blockIdx.x == 0) {
    *value = 42;
    if (SenderFences) __threadfence();
    atomicExch(flag, 1);
  } else {
    while (*static_cast<int volatile*>(flag) == 0) {
    }
    if (ReceiverFences) __threadfence();
    *to = *value;
  }
}
__global__ void send_in_block_only(int* value, int* flag, int* to) {
  if (blockIdx.x == 0) {
    *value = 42;
    __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (*static_cast<int volatile*>(flag) == 0) {
    }
    __threadfence();
    *to = *value;
  }
}
__global__ void changes_what_is_constant(int* to, int const* values) {
  to[threadIdx.x] = 1;
  __syncthreads();
  int number;
  asm volatile("ld.global.nc.s32 %0, [%1];" : "=r"(number) : "l"(values + threadIdx.x));
  to[threadIdx.x + 64] = number;
}
__global__ void two_barriers(int* to) {
  if (threadIdx.x < 32) {
    to[threadIdx.x] = 1;
    __syncthreads();
  } else {
    to[threadIdx.x] = 2;
    __syncthreads();
    to[threadIdx.x] = 3;
  }
}
template <bool ByExit>
__global__ void ends_before_the_shuffle(int* to) {
  if (threadIdx.x == 7) {
    if (ByExit) asm volatile("exit;");
    return;
  }
  to[threadIdx.x] = __shfl_sync(0xffffffff, static_cast<int>(threadIdx.x), 7);
}
__global__ void one_waits_for_ever(int volatile* flag) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
  }
  __syncthreads();
}
__global__ void half_waits(int* to) {
  if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;");
  to[threadIdx.x] = 1;
}
__global__ void shuffle_without_all(int* to) {
  if (threadIdx.x < 16) to[threadIdx.x] = __shfl_down_sync(0x0000ff00u, static_cast<int>(threadIdx.x), 1);
}
__global__ void stop() { asm volatile("trap;"); }
/// In a cluster of 2: takes a number from the neighbour's memory, and may end before the neighbour has read.
template <bool Stays>
__global__ void take_from_neighbour(int* to) {
  __shared__ int held;
  held = static_cast<int>(blockIdx.x);
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
  int const* const other = static_cast<int const*>(__cluster_map_shared_rank(&held, 1 - blockIdx.x));
  // The first block is late.
  if (blockIdx.x == 0) {
    for (int i = 0; i < 100000; ++i) asm volatile("");
  }
  to[blockIdx.x] = *other;
  if (Stays) {
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
  }
}
void launch_cluster(void (*kernel)(int*), int* to) {
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {2, 1, 1};
  cudaLaunchConfig_t configuration{};
  configuration.gridDim = dim3(2);
  configuration.blockDim = dim3(1);
  configuration.attrs = &attribute;
  configuration.numAttrs = 1;
  cudaLaunchKernelEx(&configuration, kernel, to);
}

}  // namespace

TEST_CASE("an access beside an allocation is found, and one far away is the error that a GPU gives") {
  numbers<int> values{16};
  CHECK(after([&] { write_at<<<1, 1>>>(values.data, 15); }).findings.empty());
  auto const behind = after([&] { write_at<<<1, 1>>>(values.data, 16); });
  CHECK(behind.found(defect::out_of_bounds));
  CHECK(behind.code == cudaErrorIllegalAddress);
  CHECK_THAT(behind.text(), contains("out of bounds: bad_kernels.cu:"));
  CHECK_THAT(behind.text(), contains("(PTX line "));
  CHECK_THAT(behind.text(),
             contains("write_at(int*, long long): thread (0, 0, 0) of block (0, 0, 0) writes 4 bytes at 0x"));
  CHECK_THAT(behind.text(), contains("64 bytes behind the beginning of allocation"));
  auto const before = after([&] { write_at<<<1, 1>>>(values.data, -1); });
  CHECK(before.found(defect::out_of_bounds));
  auto const far = after([&] { write_at<<<1, 1>>>(values.data, 1LL << 40); });
  CHECK(far.findings.empty());
  CHECK(far.code == cudaErrorIllegalAddress);
}

TEST_CASE("an access to what was freed is found") {
  int* values = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&values), 64);
  cudaFree(values);
  auto const late = after([&] { write_at<<<1, 1>>>(values, 3); });
  CHECK(late.found(defect::after_free));
  CHECK_THAT(late.text(), contains("which was freed"));
}

TEST_CASE("a misaligned address is found") {
  numbers<char> bytes{16};
  auto const odd = after([&] { write_misaligned<<<1, 1>>>(bytes.data); });
  CHECK(odd.found(defect::misaligned));
  CHECK(odd.code == cudaErrorMisalignedAddress);
}

TEST_CASE("memory that nobody wrote is found when it is read") {
  numbers<int> values{16, false}, to{64};
  CHECK(after([&] { read_at<<<1, 1>>>(values.data, to.data, 3); }).found(defect::uninitialised));
  auto const shared = after([&] { read_shared<<<1, 32>>>(to.data); });
  CHECK(shared.found(defect::uninitialised));

  numbers<unsigned> gaps(2, false), passed(32);
  cudaMemset(gaps.data, 0, 4);
  CHECK(after([&] { pass_on<false><<<1, 32>>>(gaps.data, passed.data); }).findings.empty());
  CHECK(after([&] { pass_on<true><<<1, 32>>>(gaps.data, passed.data); }).found(defect::uninitialised));
  CHECK_THAT(shared.text(), contains("thread (5, 0, 0) of block (0, 0, 0) reads 4 bytes"));
  numbers<unsigned char> bytes(8, false), copied(8);
  cudaMemset(bytes.data, 0, 3);
  CHECK(after([&] { copy_bytes<<<1, 1>>>(bytes.data, copied.data); }).findings.empty());
  CHECK(after([&] { copy_bytes<<<1, 1>>>(bytes.data + 4, copied.data); }).found(defect::uninitialised));
  cudaMemset(values.data, 0, 64);
  CHECK(after([&] { read_at<<<1, 1>>>(values.data, to.data, 3); }).findings.empty());
  int host[16];
  numbers<int> fresh{16, false};
  CHECK(after([&] { cudaMemcpy(host, fresh.data, 64, cudaMemcpyDeviceToHost); }).found(defect::uninitialised));
}

TEST_CASE("what is loaded and then not used is no finding") {
  numbers<int> one(2, false), to(1);
  cudaMemset(one.data, 0, sizeof(int));
  CHECK(after([&] { larger<used::where_two><<<1, 1>>>(one.data, 1, to.data); }).findings.empty());
  auto const selected = after([&] { larger<used::always><<<1, 1>>>(one.data, 1, to.data); });
  CHECK(selected.found(defect::uninitialised));
  CHECK_THAT(selected.text(), contains("reads 4 bytes at") && contains("which nobody wrote"));
  CHECK(after([&] { larger<used::where_two><<<1, 1>>>(one.data, 2, to.data); }).found(defect::uninitialised));
  CHECK(after([&] { larger<used::by_a_branch><<<1, 1>>>(one.data, 1, to.data); }).found(defect::uninitialised));
}

TEST_CASE("memory of the host is written, also where a gap came") {
  struct with_gap {
    int number;
    long long wide;
  };
  numbers<with_gap> gaps(1, false), again(1, false);
  numbers<int> to(2);
  cudaMemset(&gaps.data->number, 0, sizeof(int));
  cudaMemset(&gaps.data->wide, 0, sizeof(long long));
  with_gap* host = nullptr;
  cudaMallocHost(reinterpret_cast<void**>(&host), sizeof(with_gap));
  CHECK(after([&] {
          cudaMemcpyAsync(host, gaps.data, sizeof(with_gap), cudaMemcpyDeviceToHost);
          cudaMemcpyAsync(again.data, host, sizeof(with_gap), cudaMemcpyHostToDevice);
          read_at<<<1, 1>>>(reinterpret_cast<int const*>(again.data), to.data, 1);
        }).findings.empty());
  // From device to device a gap stays one.
  numbers<with_gap> copied(1, false);
  CHECK(after([&] {
          cudaMemcpyAsync(copied.data, gaps.data, sizeof(with_gap), cudaMemcpyDeviceToDevice);
          read_at<<<1, 1>>>(reinterpret_cast<int const*>(copied.data), to.data, 1);
        }).found(defect::uninitialised));
  cudaFreeHost(host);
}

TEST_CASE("an access beyond the block's memory is found") {
  numbers<int> to{64};
  CHECK(after([&] { beyond_shared<<<1, 32, 128>>>(to.data); }).findings.empty());
  CHECK(after([&] { beyond_shared<<<1, 33, 128>>>(to.data); }).found(defect::out_of_bounds));
}

TEST_CASE("accesses that no barrier orders are a race in every order") {
  numbers<int> values{64};
  CHECK(in_any_order([&] { turn_around<true><<<1, 64>>>(values.data); }).findings.empty());
  auto const race = in_any_order([&] { turn_around<false><<<1, 64>>>(values.data); });
  CHECK(race.found(defect::race));
  CHECK_THAT(race.text(), contains("nothing orders the two"));
  CHECK_THAT(race.text(), contains("wrote there at bad_kernels.cu:"));
  CHECK(in_any_order([&] { neighbour_in_warp<true><<<1, 32>>>(values.data); }).findings.empty());
  CHECK(in_any_order([&] { neighbour_in_warp<false><<<1, 32>>>(values.data); }).found(defect::race));
  CHECK(after([&] { all_write<<<1, 2>>>(values.data); }).found(defect::race));
  CHECK(after([&] { all_write<<<2, 1>>>(values.data); }).found(defect::race));
}

TEST_CASE("atomic operations are no race with each other, and are one with others") {
  numbers<int> value{1}, to{64};
  CHECK(in_any_order([&] { count<<<4, 64>>>(value.data); }).findings.empty());
  CHECK(after([&] { count_in_block<<<1, 64>>>(value.data); }).findings.empty());
  CHECK(after([&] { count_in_block<<<2, 64>>>(value.data); }).found(defect::race));
  CHECK(after([&] { count_and_read<<<1, 64>>>(value.data, to.data); }).found(defect::race));
}

TEST_CASE("a flag orders accesses if both sides have their fence") {
  numbers<int> value{1}, to{1};
  auto const run = [&](auto kernel) {
    return in_any_order([&] {
      numbers<int> flag{1};
      kernel<<<2, 1>>>(value.data, flag.data, to.data);
      cudaDeviceSynchronize();
    });
  };
  CHECK(run(&send<true, true>).findings.empty());
  CHECK(run(&send<false, true>).found(defect::race));
  CHECK(run(&send<true, false>).found(defect::race));
  CHECK(run(&send_in_block_only).found(defect::race));
}

TEST_CASE("what a kernel wrote must not be read through the read-only path") {
  numbers<int> values{128};
  CHECK(after([&] { changes_what_is_constant<<<1, 64>>>(values.data, values.data); }).found(defect::read_only));
}

TEST_CASE("threads that meet at different barriers are found") {
  numbers<int> to{64};
  CHECK(after([&] { two_barriers<<<1, 64>>>(to.data); }).found(defect::barrier));
  CHECK(after([&] { shuffle_without_all<<<1, 32>>>(to.data); }).found(defect::barrier));
}

TEST_CASE("a shuffle lacks a thread that returned; one that ended itself is no finding") {
  numbers<int> to{32};
  CHECK(after([&] { ends_before_the_shuffle<false><<<1, 32>>>(to.data); }).found(defect::barrier));
  CHECK(after([&] { ends_before_the_shuffle<true><<<1, 32>>>(to.data); }).findings.empty());
}

TEST_CASE("threads that wait for ever are found") {
  numbers<int> flag{1}, to{64};
  auto const spinning = after([&] { one_waits_for_ever<<<1, 64>>>(flag.data); });
  CHECK(spinning.found(defect::deadlock));
  CHECK(spinning.code == cudaErrorLaunchTimeout);
  auto const waiting = after([&] { half_waits<<<1, 64>>>(to.data); });
  CHECK(waiting.found(defect::deadlock));
  CHECK_THAT(waiting.text(), contains("waits for ever"));
}

TEST_CASE("a kernel that stops itself is found") {
  auto const stopped = after([] { stop<<<1, 1>>>(); });
  CHECK(stopped.found(defect::trap));
  CHECK(stopped.code == cudaErrorAssert);
}

TEST_CASE("a block of a cluster that ends while its memory is read is found") {
  numbers<int> to{2};
  CHECK(in_any_order([&] { launch_cluster(&take_from_neighbour<true>, to.data); }).findings.empty());
  CHECK(in_any_order([&] { launch_cluster(&take_from_neighbour<false>, to.data); }).found(defect::out_of_bounds));
}

TEST_CASE("calls of the runtime with memory that is none are found") {
  numbers<int> values{16};
  int host[32] = {};
  CHECK(after([&] { cudaMemcpy(values.data, host, 128, cudaMemcpyHostToDevice); }).found(defect::host));
  CHECK(after([&] { cudaFree(values.data + 1); }).found(defect::host));
}

TEST_CASE("a stream does nothing until somebody waits for it") {
  cudaStream_t one, other;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  numbers<int> value{1};
  int* host = nullptr;
  cudaMallocHost(reinterpret_cast<void**>(&host), sizeof(int));
  *host = 0;
  count<<<1, 5, 0, one>>>(value.data);
  cudaMemcpyAsync(host, value.data, sizeof(int), cudaMemcpyDeviceToHost, one);
  CHECK(*host == 0);
  cudaStreamSynchronize(other);
  CHECK(*host == 0);
  cudaEventRecord(event, one);
  cudaStreamWaitEvent(other, event, 0);
  cudaStreamSynchronize(other);
  CHECK(*host == 5);
  cudaFreeHost(host);
  cudaEventDestroy(event);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
}

TEST_CASE(
    "the driver's rules hold: shared memory, clusters, cooperative grids, and which PTX is compiled for which device") {
  numbers<int> to{64};
  beyond_shared<<<1, 32, (48 << 10) + 4>>>(to.data);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(beyond_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 << 10) == cudaSuccess);
  CHECK(cudaFuncSetAttribute(beyond_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 << 10) ==
        cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  beyond_shared<<<1, 32, (48 << 10) + 4>>>(to.data);
  CHECK(cudaGetLastError() == cudaSuccess);
  stop<<<1, 1025>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);

  int* data = to.data;
  void* arguments[] = {&data};
  auto const* const kernel = reinterpret_cast<void const*>(&count);
  CHECK(cudaLaunchCooperativeKernel(kernel, dim3(132 * 2), dim3(1024), arguments, 0, nullptr) == cudaSuccess);
  CHECK(cudaLaunchCooperativeKernel(kernel, dim3(132 * 2 + 1), dim3(1024), arguments, 0, nullptr) ==
        cudaErrorCooperativeLaunchTooLarge);
  cudaGetLastError();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);

  // The PTX of this program is for compute_90.
  auto const code_on = [&](char const* name) {
    device::show_devices({device::description_of(name)});
    cudaFuncAttributes attributes;
    return cudaFuncGetAttributes(&attributes, kernel);
  };
  CHECK(code_on("A100") == cudaErrorNoKernelImageForDevice);
  CHECK(code_on("RTX5090") == cudaSuccess);
  CHECK(code_on("H200") == cudaSuccess);
  cudaGetLastError();
  CHECK(device::take_findings().empty());
}

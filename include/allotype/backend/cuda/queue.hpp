// SPDX-License-Identifier: BSL-1.0
/// \file
/// A stream on the CUDA device that the accelerator's type names. The device is compared with the type before it is
/// used.
#pragma once

#include <cuda_runtime_api.h>

#include <utility>

#include <allotype/backend/cuda/call.hpp>
#include <allotype/backend/cuda/checked_kernel.hpp>
#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/detail/number_text.hpp>
#include <allotype/dispatch/detail/device_identity.hpp>
#include <allotype/dispatch/detail/order.hpp>
#include <allotype/dispatch/queue.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// A device as CUDA describes it.
struct cuda_reported_device {
  explicit cuda_reported_device(cudaDeviceProp const& found) {
    told.name = found.name;
    told.is_slice = *detail::split_name(found.name).profile != '\0';
    auto const names = told.is_slice ? device_uuid::kind::partition : device_uuid::kind::gpu;
    told.uuid = detail::device_uuid_of_bytes(names, found.uuid.bytes);
    told.memory = {found.totalGlobalMem};
    told.sm_count = found.multiProcessorCount;
    told.capability = {found.major, found.minor};
  }
  cuda_reported_device(cuda_reported_device const&) = delete;

  detail::reported_device told;
};

/// `index` is -1 where there is no such device, and `there` says why; else `description` is for people.
struct cuda_match {
  int index = -1;
  answer there;
  fixed_text<240> description;
  bytes memory{};
};

/// `call`, the code's name and what CUDA says of it.
[[gnu::cold]] inline answer refused(char const* call, cudaError_t code) {
  return answer{call} << cudaGetErrorName(code) << " (" << cudaGetErrorString(code) << ")";
}

/// Whether CUDA shows any device; if it does, it shows `count`.
[[gnu::cold]] inline answer count_devices(int& count) {
  cudaError_t const code = cudaGetDeviceCount(&count);
  if (code == cudaErrorInsufficientDriver) {
    int driver = 0;
    cudaDriverGetVersion(&driver);
    cudaGetLastError();
    if (driver == 0) return {availability::no_driver, "no NVIDIA driver on this machine"};
    return answer{availability::driver_too_old, "the driver is older than CUDA "}
           << CUDART_VERSION / 1000 << "." << CUDART_VERSION % 1000 / 10 << " (it knows CUDA " << driver / 1000 << "."
           << driver % 1000 / 10 << ")";
  }
  if (code != cudaSuccess) {
    cudaGetLastError();
    return refused("cudaGetDeviceCount: ", code);
  }
  if (count == 0) return {availability::no_such_board, "no CUDA device is visible (CUDA_VISIBLE_DEVICES?)"};
  return {};
}

[[gnu::cold]] inline fixed_text<240> describe_device(int index, detail::reported_device const& told,
                                                     device_request const& request) {
  fixed_text<240> text;
  text << "CUDA device " << index << ", " << told.name;
  auto const differ = detail::differences_between(request, told);
  if (differ) return text << " (is not " << request.name << ": " << detail::to_string(differ).text() << ")";
  auto const open = detail::not_compared(request, told);
  if (!open.empty()) text << " (not compared: " << open.text() << ")";
  return text;
}

/// The device that a queue takes, and its memory: the type's figure, where the device is what the type says; a type
/// that leaves a slice open may mean less.
inline void take_device(cuda_match& result, int index, detail::reported_device const& told,
                        device_request const& request) {
  result.index = index;
  result.there = {};
  result.description = describe_device(index, told, request);
  result.memory = told.memory;
  bool const of_type = request.memory.count != 0 && !request.unchecked;
  if (of_type && request.memory < result.memory) result.memory = request.memory;
}

/// Looks at the devices that CUDA shows, in its order, once each, up to the one that is meant.
[[gnu::cold]] inline cuda_match find_device(device_request const& request) {
  cuda_match result;
  int count = 0;
  result.there = count_devices(count);
  if (!result.there) return result;
  bool const by_uuid = request.by_uuid;
  if (detail::is_unrecognizable(request) && !request.unchecked) {
    result.there = answer{availability::cannot_tell, "no product name is published for "}
                   << request.device << ", so no device can be told to be one: take one as it is with open_unchecked";
    return result;
  }
  message<480> seen;
  int before = request.index;
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp properties;
    if (cudaError_t const code = cudaGetDeviceProperties(&properties, i); code != cudaSuccess) {
      cudaGetLastError();
      detail::add_entry(seen, "one that CUDA does not describe (");
      seen << cudaGetErrorName(code) << ")";
      continue;
    }
    cuda_reported_device const device(properties);
    auto const differ = detail::differences_between(request, device.told);
    bool const is_meant =
        by_uuid ? detail::same_device(device.told.uuid, request.uuid) : request.unchecked || !differ.by_name();
    if (is_meant) {
      bool const will_do = !differ || request.unchecked;
      if (will_do && (by_uuid || before-- == 0)) {
        take_device(result, i, device.told, request);
        return result;
      }
      if (!will_do && result.there) result.there = detail::is_the_device(request, device.told);
    }
    detail::add_entry(seen, properties.name);
    if (by_uuid) seen << " (" << device.told.uuid << ")";
  }
  if (!result.there) return result;
  if (by_uuid) {
    auto const uuid = to_string(request.uuid);
    result.there = answer{availability::hidden_by_mask, "CUDA shows this program no device with the UUID "}
                   << uuid.text() << ": set CUDA_VISIBLE_DEVICES=" << uuid.text()
                   << " before the program starts; it shows " << seen.text();
    return result;
  }
  result.there = answer{availability::no_such_board, "no such device among the visible ones: "} << seen.text();
  if (request.index > 0) result.there << " (the one with index " << request.index << " was asked for)";
  return result;
}

/// The device of a stream that somebody else made, if it is what the type says.
inline cuda_match device_of_stream(cudaStream_t stream, device_request const& request) {
  cuda_match result;
  int index = -1;
#if CUDART_VERSION >= 12080
  cudaError_t code = cudaStreamGetDevice(stream, &index);
#else
  (void)stream;  // CUDA does not tell its device; a stream is used while its device is the calling thread's
  cudaError_t code = cudaGetDevice(&index);
#endif
  cudaDeviceProp properties;
  if (code == cudaSuccess) code = cudaGetDeviceProperties(&properties, index);
  if (code != cudaSuccess) {
    cudaGetLastError();
    result.there = refused("the stream's device: ", code);
    return result;
  }
  cuda_reported_device const device(properties);
  if (detail::differences_between(request, device.told) && !request.unchecked) {
    result.there = detail::is_the_device(request, device.told);
  } else {
    take_device(result, index, device.told, request);
  }
  return result;
}

/// Does nothing; whether it can be loaded tells whether this binary has code for the device.
static __global__ void probe() {}

}  // namespace mode_detail

/// A stream, the staging memory that pageable host memory goes through, the memory of reductions, and the counter that
/// the blocks of cooperative grids meet at.
class cuda_state {
 public:
  cuda_state(mode_detail::cuda_match const& found, device_request const& request)
      : cuda_state(found, request, nullptr) {
    make_stream();
  }
  /// Over a stream that stays its owner's. Nothing here waits for it or destroys it.
  cuda_state(mode_detail::cuda_match const& found, device_request const& request, cudaStream_t stream)
      : of_{found.index, request.sm_count, found.memory, request.name, found.description} {
    has_.stream = stream;
  }
  /// A queue with a stream of its own on the same device.
  cuda_state another(queue_priority priority) const {
    cuda_state made(of_);
    made.make_stream(priority);
    return made;
  }
  // They are not inlined: a queue is moved where it is opened, and each of those places would be longer to compile.
  [[gnu::noinline]] cuda_state(cuda_state&& other) noexcept
      : of_(other.of_), has_(std::exchange(other.has_, {})), index_note_(std::move(other.index_note_)) {
    other.of_.device = no_device;
  }
  [[gnu::noinline]] cuda_state& operator=(cuda_state&& other) noexcept {
    cuda_state taken(std::move(other));
    std::swap(of_, taken.of_);
    std::swap(has_, taken.has_);
    std::swap(index_note_, taken.index_note_);
    return *this;
  }
  ~cuda_state() {
    bool const holds_memory = has_.staging[0].memory != nullptr || has_.staging[1].memory != nullptr ||
                              has_.scratch != nullptr || has_.value != nullptr || has_.grid_barrier != nullptr;
    if (!has_.owns_stream && !holds_memory) return;
    report(cudaSetDevice(of_.device), "cudaSetDevice");
    if (has_.owns_stream) {
      report(cudaStreamSynchronize(has_.stream), "cudaStreamSynchronize, without a wait for the queue");
    }
    for (half& staging : has_.staging) {
      if (staging.memory == nullptr) continue;
      if (!has_.owns_stream) report(cudaEventSynchronize(staging.free), "cudaEventSynchronize");
      report(cudaEventDestroy(staging.free), "cudaEventDestroy");
      report(cudaFreeHost(staging.memory), "cudaFreeHost");
    }
    if (has_.scratch != nullptr) report(cudaFree(has_.scratch), "cudaFree");
    if (has_.value != nullptr) report(cudaFreeHost(has_.value), "cudaFreeHost");
    if (has_.grid_barrier != nullptr) report(cudaFree(has_.grid_barrier), "cudaFree");
    if (has_.owns_stream) report(cudaStreamDestroy(has_.stream), "cudaStreamDestroy");
  }

  int device() const { return of_.device; }
  /// What the accelerator's type says; 0 where it does not.
  int sm_count() const { return of_.sm_count; }
  /// The device's, or the type's where that is less.
  bytes memory() const { return of_.memory; }
  char const* accelerator() const { return of_.accelerator; }
  fixed_text<240> const& description() const { return of_.description; }
  /// \throws error if the queue was moved from: null is CUDA's default stream
  cudaStream_t stream() const {
    check_is_open();
    return has_.stream;
  }

  /// Makes the queue's device the calling thread's. Every call does: threads and queues mix freely.
  void activate() const {
    check_is_open();
    check(cudaSetDevice(of_.device), "cudaSetDevice");
  }
  void check(cudaError_t code, char const* call) const { mode_detail::check_cuda(code, call, of_.accelerator); }

  /// Pinned memory that the host fills while the device still reads the other half.
  static constexpr std::size_t half_bytes = std::size_t{4} << 20;
  static constexpr int halves = 2;
  struct half {
    void* memory = nullptr;
    cudaEvent_t free = nullptr;  ///< passed when the device is done with the memory
  };
  half& staging(int which) {
    half& wanted = has_.staging[which];
    if (wanted.memory == nullptr) {
      check(cudaEventCreateWithFlags(&wanted.free, cudaEventDisableTiming), "cudaEventCreateWithFlags");
      cudaError_t const code = cudaMallocHost(&wanted.memory, half_bytes);
      if (code != cudaSuccess) {
        cudaEventDestroy(wanted.free);
        wanted = {};
      }
      check(code, "cudaMallocHost");
    }
    return wanted;
  }

  /// Device memory for one reduction at a time; grows, and keeps its address between calls of the same size.
  void* scratch(std::size_t bytes) {
    if (bytes > has_.scratch_bytes) {
      if (has_.scratch != nullptr) check(cudaFree(std::exchange(has_.scratch, nullptr)), "cudaFree");
      has_.scratch_bytes = 0;
      check(cudaMalloc(&has_.scratch, bytes), "cudaMalloc");
      has_.scratch_bytes = bytes;
    }
    return has_.scratch;
  }

  /// Pinned memory in which the value of one reduction at a time arrives: too small for staging to be worth its events.
  static constexpr std::size_t max_value_bytes = 1024;
  void* value() {
    if (has_.value == nullptr) check(cudaMallocHost(&has_.value, max_value_bytes), "cudaMallocHost");
    return has_.value;
  }

#ifdef ALLOTYPE_CHECKED
  detail::noted_index* note_of_index() { return index_note_.get(has_.stream, of_.accelerator); }
#endif
  /// \throws index_error if a kernel used an index outside a view; in checked builds alone
  void check_indices() { index_note_.look(has_.stream, of_.accelerator); }

  /// Device memory for the barrier of one cooperative grid at a time, which leaves it as it found it.
  unsigned* grid_barrier() {
    if (has_.grid_barrier == nullptr) {
      void* memory = nullptr;
      check(cudaMalloc(&memory, sizeof(unsigned)), "cudaMalloc");
      has_.grid_barrier = static_cast<unsigned*>(memory);
      check(cudaMemsetAsync(has_.grid_barrier, 0, sizeof(unsigned), has_.stream), "cudaMemsetAsync");
    }
    return has_.grid_barrier;
  }

 private:
  static constexpr int no_device = -1;  ///< of a queue that was moved from

  /// The device, as it was when the queue was opened.
  struct opened_device {
    int device;
    int sm_count;
    bytes memory;
    char const* accelerator;
    fixed_text<240> description;
  };
  /// What the queue has made on the device, and releases.
  struct made_things {
    cudaStream_t stream = nullptr;
    bool owns_stream = false;
    half staging[halves];
    void* scratch = nullptr;
    std::size_t scratch_bytes = 0;
    void* value = nullptr;
    unsigned* grid_barrier = nullptr;
  };

  explicit cuda_state(opened_device const& of) : of_(of) {}
  void make_stream(queue_priority priority = queue_priority::normal) {
    activate();
    if (priority == queue_priority::high) {
      int lowest = 0, highest = 0;
      check(cudaDeviceGetStreamPriorityRange(&lowest, &highest), "cudaDeviceGetStreamPriorityRange");
      check(cudaStreamCreateWithPriority(&has_.stream, cudaStreamNonBlocking, highest), "cudaStreamCreateWithPriority");
    } else {
      check(cudaStreamCreateWithFlags(&has_.stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    }
    has_.owns_stream = true;
  }
  void check_is_open() const {
    if (of_.device == no_device) detail::throw_moved_from(of_.accelerator);
  }
  void report(cudaError_t code, char const* call) const noexcept {
    mode_detail::report_cuda(code, call, of_.accelerator);
  }

  opened_device of_;
  made_things has_;
  mode_detail::index_note index_note_;
};

namespace mode_detail {

/// Whether this binary has code for the device. The calling thread's device stays what it is.
inline answer has_code_for(int device) {
  int before = 0;
  cudaGetDevice(&before);
  cudaFuncAttributes attributes;
  cudaError_t code = cudaSetDevice(device);
  if (code == cudaSuccess) code = cudaFuncGetAttributes(&attributes, probe);
  cudaGetLastError();
  cudaSetDevice(before);
  if (code == cudaSuccess) return {};
  if (code == cudaErrorNoKernelImageForDevice) {
    return {availability::not_compiled_in, "this binary has neither code nor PTX for the device"};
  }
  return refused("", code);
}

/// The device that is meant and that this program can use.
inline cuda_match find_usable_device(device_request const& request) {
  cuda_match found = find_device(request);
  if (found.index < 0) return found;
  found.there = has_code_for(found.index);
  if (!found.there) found.index = -1;
  return found;
}

}  // namespace mode_detail

inline opened<cuda_state> open_queue(cuda_backend, device_request const& request) {
  auto const found = mode_detail::find_usable_device(request);
  if (found.index < 0) return found.there;
  return cuda_state(found, request);
}

inline opened<cuda_state> wrap_queue(cuda_backend, device_request const& request, cudaStream_t stream) {
  auto found = mode_detail::device_of_stream(stream, request);
  if (found.index >= 0) found.there = mode_detail::has_code_for(found.index);
  if (!found.there) return found.there;
  return cuda_state(found, request, stream);
}
inline cuda_state another_queue(cuda_backend, cuda_state const& state, queue_priority priority) {
  return state.another(priority);
}
inline cudaStream_t native_handle(cuda_backend, cuda_state& state) { return state.stream(); }

inline fixed_text<240> describe_queue(cuda_backend, cuda_state const& state) { return state.description(); }

inline void wait_for(cuda_backend, cuda_state& state) {
  state.activate();
  state.check(cudaStreamSynchronize(state.stream()), "cudaStreamSynchronize");
  state.check_indices();
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

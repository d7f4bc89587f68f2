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
#include <allotype/core/detail/read_number.hpp>
#include <allotype/dispatch/detail/device_identity.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// A device as CUDA describes it.
struct seen_device {
  explicit seen_device(cudaDeviceProp const& found) {
    told.name = found.name;
    told.is_slice = *detail::split_name(found.name).profile != '\0';
    auto const names = told.is_slice ? device_uuid::kind::partition : device_uuid::kind::gpu;
    told.uuid = detail::device_uuid_of_bytes(names, found.uuid.bytes);
    told.memory = {found.totalGlobalMem};
    told.sm_count = found.multiProcessorCount;
    told.capability = {found.major, found.minor};
  }
  seen_device(seen_device const&) = delete;

  detail::told_device told;
};

/// `index` is -1 where there is no such device, and `there` says why; else `description` is for people.
struct found_device {
  int index = -1;
  answer there;
  description_text description;
  bytes memory{};
};

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
    return answer{"cudaGetDeviceCount: "} << cudaGetErrorName(code) << " (" << cudaGetErrorString(code) << ")";
  }
  if (count == 0) return {availability::no_such_board, "no CUDA device is visible (CUDA_VISIBLE_DEVICES?)"};
  return {};
}

[[gnu::cold]] inline description_text describe_device(int index, detail::told_device const& told,
                                                      device_request const& request) {
  description_text text;
  text << "CUDA device " << index << ", " << told.name;
  auto const differ = detail::differences_between(request, told);
  if (differ) return text << " (is not " << request.name << ": " << detail::text_of(differ).text() << ")";
  auto const open = detail::not_compared(request, told);
  if (!open.empty()) text << " (not compared: " << open.text() << ")";
  return text;
}

/// The device that a queue takes, and its memory: the type's figure, where the device is what the type says; a type
/// that leaves a slice open may mean less.
inline void take_device(found_device& result, int index, detail::told_device const& told,
                        device_request const& request) {
  result.index = index;
  result.there = {};
  result.description = describe_device(index, told, request);
  result.memory = told.memory;
  bool const of_type = request.memory.count != 0 && !request.unchecked;
  if (of_type && request.memory < result.memory) result.memory = request.memory;
}

/// Looks at the devices that CUDA shows, in its order, once each, up to the one that is meant.
[[gnu::cold]] inline found_device find_device(device_request const& request) {
  found_device result;
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
    seen_device const device(properties);
    auto const differ = detail::differences_between(request, device.told);
    bool const is_meant = by_uuid ? detail::same_device(device.told.uuid, request.uuid)
                                  : request.unchecked || !differ.by_name();
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
    auto const uuid = text_of(request.uuid);
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
inline found_device device_of_stream(cudaStream_t stream, device_request const& request) {
  found_device result;
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
    result.there = answer{"the stream's device: "} << cudaGetErrorName(code) << " (" << cudaGetErrorString(code) << ")";
    return result;
  }
  seen_device const device(properties);
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
  cuda_state(mode_detail::found_device const& found, device_request const& request)
      : cuda_state(found, request, nullptr) {
    make_stream();
  }
  /// Over a stream that stays its owner's. Nothing here waits for it or destroys it.
  cuda_state(mode_detail::found_device const& found, device_request const& request, cudaStream_t stream)
      : device_(found.index),
        sm_count_(request.sm_count),
        memory_(found.memory),
        accelerator_(request.name),
        description_(found.description),
        stream_(stream) {}
  /// With a stream of its own on the same device.
  cuda_state another() const {
    cuda_state made(*this);
    made.make_stream();
    return made;
  }
  cuda_state(cuda_state&& other) noexcept
      : device_(other.device_),
        sm_count_(other.sm_count_),
        memory_(other.memory_),
        accelerator_(other.accelerator_),
        description_(other.description_),
        stream_(std::exchange(other.stream_, nullptr)),
        owns_stream_(std::exchange(other.owns_stream_, false)),
        scratch_(std::exchange(other.scratch_, nullptr)),
        scratch_bytes_(std::exchange(other.scratch_bytes_, 0)),
        grid_barrier_(std::exchange(other.grid_barrier_, nullptr)),
        index_note_(std::move(other.index_note_)) {
    for (int i = 0; i < halves; ++i) staging_[i] = std::exchange(other.staging_[i], {});
  }
  cuda_state& operator=(cuda_state&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(sm_count_, other.sm_count_);
    std::swap(memory_, other.memory_);
    std::swap(accelerator_, other.accelerator_);
    std::swap(description_, other.description_);
    std::swap(stream_, other.stream_);
    std::swap(owns_stream_, other.owns_stream_);
    std::swap(staging_, other.staging_);
    std::swap(scratch_, other.scratch_);
    std::swap(scratch_bytes_, other.scratch_bytes_);
    std::swap(grid_barrier_, other.grid_barrier_);
    std::swap(index_note_, other.index_note_);
    return *this;
  }
  ~cuda_state() {
    bool const holds_memory = staging_[0].memory != nullptr || staging_[1].memory != nullptr || scratch_ != nullptr ||
                              grid_barrier_ != nullptr;
    if (!owns_stream_ && !holds_memory) return;
    mode_detail::report_cuda(cudaSetDevice(device_), "cudaSetDevice", accelerator_);
    if (owns_stream_) {
      mode_detail::report_cuda(cudaStreamSynchronize(stream_), "cudaStreamSynchronize, without a wait for the queue",
                               accelerator_);
    }
    for (half& staging : staging_) {
      if (staging.memory == nullptr) continue;
      if (!owns_stream_)
        mode_detail::report_cuda(cudaEventSynchronize(staging.free), "cudaEventSynchronize", accelerator_);
      mode_detail::report_cuda(cudaEventDestroy(staging.free), "cudaEventDestroy", accelerator_);
      mode_detail::report_cuda(cudaFreeHost(staging.memory), "cudaFreeHost", accelerator_);
    }
    if (scratch_ != nullptr) mode_detail::report_cuda(cudaFree(scratch_), "cudaFree", accelerator_);
    if (grid_barrier_ != nullptr) mode_detail::report_cuda(cudaFree(grid_barrier_), "cudaFree", accelerator_);
    if (owns_stream_) mode_detail::report_cuda(cudaStreamDestroy(stream_), "cudaStreamDestroy", accelerator_);
  }

  int device() const { return device_; }
  /// As the accelerator's type says; 0 where it does not.
  int sm_count() const { return sm_count_; }
  /// The device's, or the type's where that is less.
  bytes memory() const { return memory_; }
  char const* accelerator() const { return accelerator_; }
  description_text const& description() const { return description_; }
  cudaStream_t stream() const { return stream_; }

  /// Makes the queue's device the calling thread's. Every call does: threads and queues mix freely.
  void activate() const { check(cudaSetDevice(device_), "cudaSetDevice"); }
  void check(cudaError_t code, char const* call) const { mode_detail::check_cuda(code, call, accelerator_); }

  /// Pinned memory that the host fills while the device still reads the other half.
  static constexpr std::size_t half_bytes = std::size_t{4} << 20;
  static constexpr int halves = 2;
  struct half {
    void* memory = nullptr;
    cudaEvent_t free = nullptr;  ///< passed when the device is done with the memory
  };
  half& staging(int which) {
    half& wanted = staging_[which];
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
    if (bytes > scratch_bytes_) {
      if (scratch_ != nullptr) check(cudaFree(std::exchange(scratch_, nullptr)), "cudaFree");
      scratch_bytes_ = 0;
      check(cudaMalloc(&scratch_, bytes), "cudaMalloc");
      scratch_bytes_ = bytes;
    }
    return scratch_;
  }

#ifdef ALLOTYPE_CHECKED
  detail::noted_index* note_of_index() { return index_note_.get(stream_, accelerator_); }
#endif
  /// \throws index_error if a kernel used an index outside a view; in checked builds alone
  void check_indices() { index_note_.look(stream_, accelerator_); }

  /// Device memory for the barrier of one cooperative grid at a time, which leaves it as it found it.
  unsigned* grid_barrier() {
    if (grid_barrier_ == nullptr) {
      void* memory = nullptr;
      check(cudaMalloc(&memory, sizeof(unsigned)), "cudaMalloc");
      grid_barrier_ = static_cast<unsigned*>(memory);
      check(cudaMemsetAsync(grid_barrier_, 0, sizeof(unsigned), stream_), "cudaMemsetAsync");
    }
    return grid_barrier_;
  }

 private:
  /// The same device, and nothing else of the other's.
  cuda_state(cuda_state const& other)
      : device_(other.device_),
        sm_count_(other.sm_count_),
        memory_(other.memory_),
        accelerator_(other.accelerator_),
        description_(other.description_) {}
  void make_stream() {
    activate();
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    owns_stream_ = true;
  }

  int device_;
  int sm_count_;
  bytes memory_;
  char const* accelerator_;
  description_text description_;
  cudaStream_t stream_ = nullptr;
  bool owns_stream_ = false;
  half staging_[halves];
  void* scratch_ = nullptr;
  std::size_t scratch_bytes_ = 0;
  unsigned* grid_barrier_ = nullptr;
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
  return answer{cudaGetErrorName(code)} << " (" << cudaGetErrorString(code) << ")";
}

/// The device that is meant and that this program can use.
inline found_device find_usable_device(device_request const& request) {
  found_device found = find_device(request);
  if (found.index < 0) return found;
  found.there = has_code_for(found.index);
  if (!found.there) found.index = -1;
  return found;
}

}  // namespace mode_detail

inline opened<cuda_state> open_queue(cuda, device_request const& request) {
  auto const found = mode_detail::find_usable_device(request);
  if (found.index < 0) return found.there;
  return cuda_state(found, request);
}

inline opened<cuda_state> wrap_queue(cuda, device_request const& request, cudaStream_t stream) {
  auto found = mode_detail::device_of_stream(stream, request);
  if (found.index >= 0) found.there = mode_detail::has_code_for(found.index);
  if (!found.there) return found.there;
  return cuda_state(found, request, stream);
}
inline cuda_state another_queue(cuda, cuda_state const& state) { return state.another(); }
inline cudaStream_t native_handle(cuda, cuda_state& state) { return state.stream(); }

inline description_text describe_queue(cuda, cuda_state const& state) { return state.description(); }

inline void wait_for(cuda, cuda_state& state) {
  state.activate();
  state.check(cudaStreamSynchronize(state.stream()), "cudaStreamSynchronize");
  state.check_indices();
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype

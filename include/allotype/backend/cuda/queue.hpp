// SPDX-License-Identifier: BSL-1.0
/// \file
/// A stream on the CUDA device that the accelerator's type names.
#pragma once

#include <cuda_runtime_api.h>

#include <cstring>
#include <utility>

#include <allotype/backend/cuda/call.hpp>
#include <allotype/dispatch/backend.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

namespace detail {

/// `name` is what CUDA calls a board, with ` MIG 2g.10gb` behind it where the device is a GPU instance.
inline bool is_the_board(char const* name, char const* board, device_request const& request) {
  std::size_t const length = std::strlen(board);
  if (std::strncmp(name, board, length) != 0) return false;
  char const* rest = name + length;
  constexpr char mig[] = " MIG ";
  bool const is_instance = std::strncmp(rest, mig, sizeof(mig) - 1) == 0;
  if (request.partition != nullptr) return is_instance && std::strcmp(rest + sizeof(mig) - 1, request.partition) == 0;
  return *rest == '\0' || (is_instance && !request.whole);
}

inline bool is_the_device(cudaDeviceProp const& found, device_request const& request) {
  for (int i = 0; i < request.product_count; ++i) {
    if (is_the_board(found.name, request.product_names[i], request)) return true;
  }
  // A device of the user's that states no product name is known by its compute capability alone.
  return request.product_count == 0 && request.partition == nullptr &&
         compute_capability{found.major, found.minor} == request.capability;
}

/// Looks for the device. `index` is -1 where it is not there, and `reason` says why.
struct found_device {
  int index = -1;
  message<240> reason;
};
inline found_device find_device(device_request const& request) {
  found_device result;
  int count = 0;
  cudaError_t const code = cudaGetDeviceCount(&count);
  if (code == cudaErrorInsufficientDriver) {
    int driver = 0;
    cudaDriverGetVersion(&driver);
    cudaGetLastError();
    if (driver == 0) {
      result.reason = "no NVIDIA driver on this machine";
    } else {
      result.reason << "the driver is older than CUDA " << CUDART_VERSION / 1000 << "." << CUDART_VERSION % 1000 / 10
                    << " (it knows CUDA " << driver / 1000 << "." << driver % 1000 / 10 << ")";
    }
    return result;
  }
  if (code != cudaSuccess) {
    cudaGetLastError();
    result.reason << "cudaGetDeviceCount: " << cudaGetErrorName(code) << " (" << cudaGetErrorString(code) << ")";
    return result;
  }
  message<240> seen;
  int before = request.index;
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, i) != cudaSuccess) {
      cudaGetLastError();
      continue;
    }
    if (is_the_device(properties, request) && before-- == 0) {
      result.index = i;
      return result;
    }
    seen << (seen.empty() ? "" : ", ") << properties.name;
  }
  if (count == 0) {
    result.reason = "no CUDA device is visible (CUDA_VISIBLE_DEVICES?)";
  } else {
    result.reason << "no such device among the visible ones: " << seen.text();
  }
  return result;
}

/// Does nothing; whether it can be loaded tells whether this binary has code for the device.
static __global__ void probe() {}

}  // namespace detail

/// A stream, the staging memory that pageable host memory goes through, the memory of reductions, and the counter that the
/// blocks of cooperative grids meet at.
class cuda_state {
 public:
  cuda_state(int device, char const* accelerator) : device_(device), accelerator_(accelerator) {
    activate();
    detail::check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags", accelerator);
  }
  cuda_state(cuda_state&& other) noexcept
      : device_(other.device_),
        accelerator_(other.accelerator_),
        stream_(std::exchange(other.stream_, nullptr)),
        scratch_(std::exchange(other.scratch_, nullptr)),
        scratch_bytes_(std::exchange(other.scratch_bytes_, 0)),
        grid_barrier_(std::exchange(other.grid_barrier_, nullptr)) {
    for (int i = 0; i < halves; ++i) staging_[i] = std::exchange(other.staging_[i], {});
  }
  cuda_state& operator=(cuda_state&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(accelerator_, other.accelerator_);
    std::swap(stream_, other.stream_);
    std::swap(staging_, other.staging_);
    std::swap(scratch_, other.scratch_);
    std::swap(scratch_bytes_, other.scratch_bytes_);
    std::swap(grid_barrier_, other.grid_barrier_);
    return *this;
  }
  ~cuda_state() {
    if (stream_ == nullptr) return;
    detail::report_cuda(cudaSetDevice(device_), "cudaSetDevice", accelerator_);
    detail::report_cuda(cudaStreamSynchronize(stream_), "cudaStreamSynchronize, without a wait for the queue", accelerator_);
    for (half& staging : staging_) {
      if (staging.memory == nullptr) continue;
      detail::report_cuda(cudaEventDestroy(staging.free), "cudaEventDestroy", accelerator_);
      detail::report_cuda(cudaFreeHost(staging.memory), "cudaFreeHost", accelerator_);
    }
    if (scratch_ != nullptr) detail::report_cuda(cudaFree(scratch_), "cudaFree", accelerator_);
    if (grid_barrier_ != nullptr) detail::report_cuda(cudaFree(grid_barrier_), "cudaFree", accelerator_);
    detail::report_cuda(cudaStreamDestroy(stream_), "cudaStreamDestroy", accelerator_);
  }

  int device() const { return device_; }
  char const* accelerator() const { return accelerator_; }
  cudaStream_t stream() const { return stream_; }

  /// Makes the queue's device the calling thread's. Every call does: threads and queues mix freely.
  void activate() const { check(cudaSetDevice(device_), "cudaSetDevice"); }
  void check(cudaError_t code, char const* call) const { detail::check_cuda(code, call, accelerator_); }

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
  int device_;
  char const* accelerator_;
  cudaStream_t stream_ = nullptr;
  half staging_[halves];
  void* scratch_ = nullptr;
  std::size_t scratch_bytes_ = 0;
  unsigned* grid_barrier_ = nullptr;
};

inline message<240> unavailable_because(cuda, device_request const& request) {
  auto const found = detail::find_device(request);
  if (found.index < 0) return found.reason;
  int before = 0;
  cudaGetDevice(&before);
  cudaFuncAttributes attributes;
  cudaError_t code = cudaSetDevice(found.index);
  if (code == cudaSuccess) code = cudaFuncGetAttributes(&attributes, detail::probe);
  cudaGetLastError();
  cudaSetDevice(before);
  if (code == cudaSuccess) return {};
  if (code == cudaErrorNoKernelImageForDevice) return "this binary has neither code nor PTX for the device";
  return message<240>{} << cudaGetErrorName(code) << " (" << cudaGetErrorString(code) << ")";
}

inline cuda_state open_queue(cuda, device_request const& request) {
  return cuda_state(detail::find_device(request).index, request.name);
}

inline message<120> describe_queue(cuda, cuda_state const& state) {
  cudaDeviceProp properties;
  state.check(cudaGetDeviceProperties(&properties, state.device()), "cudaGetDeviceProperties");
  return message<120>{} << "CUDA device " << state.device() << ", " << properties.name;
}

inline void wait_for(cuda, cuda_state& state) {
  state.activate();
  state.check(cudaStreamSynchronize(state.stream()), "cudaStreamSynchronize");
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype

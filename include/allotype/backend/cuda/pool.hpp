// SPDX-License-Identifier: BSL-1.0
/// \file
/// Memory of a GPU from the device's pool, in the order of a stream.
#pragma once

#include <cstddef>

#include <allotype/backend/cuda/memory.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

/// What outlives a move of the queue.
class cuda_pool {
 public:
  cuda_pool() = default;
  explicit cuda_pool(cuda_state const& of)
      : device_(of.device()), stream_(of.stream()), memory_(of.memory()), accelerator_(of.accelerator()) {}

  void* allocate(std::size_t bytes) const {
    if (bytes > memory_.count) mode_detail::larger_than_the_device(accelerator_, {bytes}, memory_);
    return mode_detail::allocated(*this, bytes, "cudaMallocAsync", [&](void** memory) {
      return cudaMallocAsync(memory, mode_detail::whole_words(bytes), stream_);
    });
  }
  void deallocate(void* memory, std::size_t) const noexcept {
    mode_detail::report_cuda(cudaSetDevice(device_), "cudaSetDevice", accelerator_);
    mode_detail::report_cuda(cudaFreeAsync(memory, stream_), "cudaFreeAsync", accelerator_);
  }

  void activate() const { mode_detail::check_cuda(cudaSetDevice(device_), "cudaSetDevice", accelerator_); }
  char const* accelerator() const { return accelerator_; }

 private:
  int device_ = 0;
  cudaStream_t stream_ = nullptr;
  bytes memory_{};
  char const* accelerator_ = "";
};

inline cuda_pool pool_of(cuda_backend, cuda_state& state) { return cuda_pool(state); }

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

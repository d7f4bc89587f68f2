// SPDX-License-Identifier: BSL-1.0
/// \file
/// Events of CUDA. They do not take the time, which makes them cheaper.
#pragma once

#include <allotype/backend/cuda/queue.hpp>

#include <utility>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

class cuda_event {
 public:
  cuda_event() = default;
  explicit cuda_event(cuda_state const& state) : accelerator_(state.accelerator()) {
    state.activate();
    state.check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreateWithFlags");
    cudaError_t const code = cudaEventRecord(event_, state.stream());
    if (code != cudaSuccess) cudaEventDestroy(event_);
    state.check(code, "cudaEventRecord");
  }
  cuda_event(cuda_event&& other) noexcept
      : event_(std::exchange(other.event_, nullptr)), accelerator_(other.accelerator_) {}
  cuda_event& operator=(cuda_event&& other) noexcept {
    cuda_event taken(std::move(other));
    std::swap(event_, taken.event_);
    std::swap(accelerator_, taken.accelerator_);
    return *this;
  }
  ~cuda_event() {
    if (event_ != nullptr) mode_detail::report_cuda(cudaEventDestroy(event_), "cudaEventDestroy", accelerator_);
  }

  /// Null in an event that has passed from its beginning.
  cudaEvent_t native() const { return event_; }
  char const* accelerator() const { return accelerator_; }

 private:
  cudaEvent_t event_ = nullptr;
  char const* accelerator_ = "";
};

inline cuda_event record_event(cuda_backend, cuda_state& state) { return cuda_event(state); }

inline void wait_for_event(cuda_backend, cuda_event const& event) {
  if (event.native() == nullptr) return;
  mode_detail::check_cuda(cudaEventSynchronize(event.native()), "cudaEventSynchronize", event.accelerator());
}

inline bool has_passed(cuda_backend, cuda_event const& event) {
  if (event.native() == nullptr) return true;
  cudaError_t const code = cudaEventQuery(event.native());
  if (code == cudaErrorNotReady) {
    cudaGetLastError();  // which remembers it as an error
    return false;
  }
  mode_detail::check_cuda(code, "cudaEventQuery", event.accelerator());
  return true;
}

/// The stream waits; the host goes on. The event may be of another GPU.
inline void wait_in_queue(cuda_backend, cuda_state& state, cuda_event const& event) {
  if (event.native() == nullptr) return;
  state.activate();
  state.check(cudaStreamWaitEvent(state.stream(), event.native(), 0), "cudaStreamWaitEvent");
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Kernels in checked builds (ALLOTYPE_CHECKED): an index outside a view is noted in memory of the queue, and found by
/// the next wait. In other builds the kernels are as they are, and nothing is kept.
#pragma once

#include <utility>

#include <allotype/backend/cuda/call.hpp>
#include <allotype/dispatch/detail/checked_index.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

#ifdef ALLOTYPE_CHECKED

/// A queue's note of the first index outside a view since the last wait. It is made when the first kernel needs it.
class index_note {
 public:
  index_note() = default;
  index_note(index_note&& other) noexcept : note_(std::exchange(other.note_, nullptr)) {}
  index_note& operator=(index_note&& other) noexcept {
    std::swap(note_, other.note_);
    return *this;
  }
  ~index_note() {
    if (note_ != nullptr) report_cuda(cudaFree(note_), "cudaFree", "a queue");
  }

  detail::noted_index* get(cudaStream_t stream, char const* accelerator) {
    if (note_ == nullptr) {
      void* memory = nullptr;
      check_cuda(cudaMalloc(&memory, sizeof(detail::noted_index)), "cudaMalloc", accelerator);
      note_ = static_cast<detail::noted_index*>(memory);
      clear(stream, accelerator);
    }
    return note_;
  }
  /// \throws index_error if a kernel of the stream has left a note
  void look(cudaStream_t stream, char const* accelerator) {
    if (note_ == nullptr) return;
    detail::noted_index noted;
    check_cuda(cudaMemcpyAsync(&noted, note_, sizeof(noted), cudaMemcpyDeviceToHost, stream), "cudaMemcpyAsync",
               accelerator);
    check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize", accelerator);
    if (noted.is_there == 0) return;
    clear(stream, accelerator);
    throw index_error(detail::to_string(noted.where, noted.signature));
  }

 private:
  void clear(cudaStream_t stream, char const* accelerator) {
    check_cuda(cudaMemsetAsync(note_, 0, sizeof(*note_), stream), "cudaMemsetAsync", accelerator);
  }

  detail::noted_index* note_ = nullptr;
};

template <class Kernel>
struct checked_kernel : Kernel {
  detail::noted_index* note;
  char const* signature;

  checked_kernel(Kernel const& kernel, detail::noted_index* where)
      : Kernel(kernel), note(where), signature(detail::kernel_of_user<Kernel>::signature()) {}

  template <class... I>
  __device__ decltype(auto) operator()(I const&... index) const {
    detail::begin_checks(note, signature);
    return static_cast<Kernel const&>(*this)(index...);
  }
};

/// `kernel` as it is launched.
template <class State, class Kernel>
checked_kernel<Kernel> launched(State& state, Kernel const& kernel) {
  return {kernel, state.note_of_index()};
}

#else

struct index_note {
  void look(cudaStream_t, char const*) {}
};
template <class State, class Kernel>
Kernel const& launched(State&, Kernel const& kernel) {
  return kernel;
}

#endif

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

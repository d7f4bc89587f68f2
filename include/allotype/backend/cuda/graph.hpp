// SPDX-License-Identifier: BSL-1.0
/// \file
/// Work of a stream as a CUDA graph, which is started by one call.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <allotype/backend/cuda/queue.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

/// A graph that can be started, and an event behind its last start.
class cuda_graph {
 public:
  cuda_graph(cuda_state const& of, cudaGraph_t recorded) : device_(of.device()), accelerator_(of.accelerator()) {
    of.check(cudaGraphInstantiateWithFlags(&graph_, recorded, 0), "cudaGraphInstantiateWithFlags");
    cudaError_t const code = cudaEventCreateWithFlags(&started_, cudaEventDisableTiming);
    if (code != cudaSuccess) cudaGraphExecDestroy(graph_);
    of.check(code, "cudaEventCreateWithFlags");
  }
  cuda_graph(cuda_graph&& other) noexcept
      : device_(other.device_),
        accelerator_(other.accelerator_),
        graph_(std::exchange(other.graph_, nullptr)),
        started_(std::exchange(other.started_, nullptr)) {}
  cuda_graph& operator=(cuda_graph&& other) noexcept {
    cuda_graph taken(std::move(other));
    std::swap(device_, taken.device_);
    std::swap(accelerator_, taken.accelerator_);
    std::swap(graph_, taken.graph_);
    std::swap(started_, taken.started_);
    return *this;
  }
  /// Waits: the graph uses memory of its queue, which ends behind it.
  ~cuda_graph() {
    if (graph_ == nullptr) return;
    report(cudaSetDevice(device_), "cudaSetDevice");
    report(cudaEventSynchronize(started_), "cudaEventSynchronize");
    report(cudaEventDestroy(started_), "cudaEventDestroy");
    report(cudaGraphExecDestroy(graph_), "cudaGraphExecDestroy");
  }

  /// A graph that was moved from has no work.
  /// \throws error if the queue is of another device
  void start(cuda_state& on) const {
    if (graph_ == nullptr) return;
    if (on.device() != device_) {
      throw error(message<2000>{} << accelerator_ << ": the graph was recorded on CUDA device " << device_
                                  << ", and the queue is of CUDA device " << on.device()
                                  << ": record it for that device, too");
    }
    on.activate();
    on.check(cudaGraphLaunch(graph_, on.stream()), "cudaGraphLaunch");
    on.check(cudaEventRecord(started_, on.stream()), "cudaEventRecord");
  }

 private:
  void report(cudaError_t code, char const* call) const noexcept { mode_detail::report_cuda(code, call, accelerator_); }

  int device_;
  char const* accelerator_;
  cudaGraphExec_t graph_ = nullptr;
  cudaEvent_t started_ = nullptr;
};

namespace mode_detail {

struct destroyed_graph {
  void operator()(cudaGraph_t recorded) const {
    report_cuda(cudaGraphDestroy(recorded), "cudaGraphDestroy", "a graph");
  }
};
using owned_graph = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, destroyed_graph>;

inline owned_graph end_capture(cuda_state const& own, char const* call) {
  cudaGraph_t recorded = nullptr;
  cudaError_t const code = cudaStreamEndCapture(own.stream(), &recorded);
  if (call != nullptr) own.check(code, call);
  return owned_graph(recorded);
}

/// What `give()` gives the stream meanwhile is recorded. If it throws, the recording ends, too. In the mode in which
/// memory may be taken: verbs take some for results in between.
template <class Give>
owned_graph captured(cuda_state& own, Give const& give) {
  own.check(cudaStreamBeginCapture(own.stream(), cudaStreamCaptureModeRelaxed), "cudaStreamBeginCapture");
  try {
    give();
  } catch (...) {
    end_capture(own, nullptr);
    cudaGetLastError();
    throw;
  }
  return end_capture(own, "cudaStreamEndCapture");
}

}  // namespace mode_detail

/// The first recording makes the memory of `own` as large as the verbs need it. In the second one it stays where it is.
template <class Give>
cuda_graph record_work(cuda_backend, cuda_state& own, Give const& give) {
  own.activate();
  own.grid_barrier();
#ifdef ALLOTYPE_CHECKED
  own.note_of_index();
#endif
  wait_for(cuda_backend{}, own);
  mode_detail::captured(own, give);
  return cuda_graph(own, mode_detail::captured(own, give).get());
}

/// Checked builds wait: kernels leave their notes in the memory of `own`.
inline void replay_work(cuda_backend, cuda_graph const& recorded, [[maybe_unused]] cuda_state& own, cuda_state& on) {
#ifdef ALLOTYPE_CHECKED
  wait_for(cuda_backend{}, own);  // the note of the replay before this one is cleared
#endif
  recorded.start(on);
#ifdef ALLOTYPE_CHECKED
  wait_for(cuda_backend{}, on);
  own.check_indices();
#endif
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

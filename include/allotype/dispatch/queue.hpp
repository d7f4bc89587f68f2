// SPDX-License-Identifier: BSL-1.0
/// \file
/// A queue: ordered work on one device.
#pragma once

#include <utility>

#include <allotype/dispatch/backend.hpp>
#include <allotype/dispatch/error.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

namespace detail {

/// What a queue holds where there is no backend: enough that no second error follows the first.
struct no_state {};
template <class Backend, class A>
struct state_of {
  using type = decltype(open_queue(Backend{}, core::request_of<A>()));
};
template <class A>
struct state_of<no_backend, A> {
  using type = no_state;
};

}  // namespace detail

/// Why `A` cannot be used from this program on this machine now: not compiled in, no driver, no such device. Empty
/// where it can.
template <accelerator A>
message<240> unavailable_because() {
  if constexpr (dispatchable<A>) {
    return unavailable_because(backend_of<A>{}, core::request_of<A>());
  } else if constexpr (detail::programmable_nvidia_gpu<A> && !detail::compiled_with_cuda) {
    return "not compiled in: this code was compiled without CUDA";
  } else if constexpr (detail::programmable_nvidia_gpu<A>) {
    return "not compiled in: this binary has no code for its compute capability";
  } else {
    return "no backend runs code on it";
  }
}

/// Ordered work on one device that is an `A`: the calling thread (or OpenMP's threads) for `cpu`, a stream of one GPU
/// for CUDA. Opening one selects the device; where it is not there, the constructor throws `not_available`.
template <class A>
class queue {
  static constexpr bool nvidia = detail::programmable_nvidia_gpu<A> && !detail::brings_backend<device_of<A>>;
  static constexpr bool toolkit_knows = detail::cuda_toolkit_knows<A>();
  static constexpr bool has_code = detail::cuda_has_code_for<A>();
  static constexpr bool usable = dispatchable<A>;
  static_assert(usable || nvidia,
                "no backend runs code on this accelerator: it can be requested from a scheduler, not dispatched to. "
                "Dispatch to allotype::cpu, to an NVIDIA GPU that the catalogue describes, or give your accelerator a "
                "backend (using backend = ...)");
  static_assert(!nvidia || detail::compiled_with_cuda,
                "this file is compiled without CUDA, so nothing in it can run on an NVIDIA GPU: compile it with nvcc "
                "(a .cu file), or dispatch to allotype::cpu");
  static_assert(!nvidia || !detail::compiled_with_cuda || toolkit_knows,
                "this version of CUDA generates no code for so old a GPU: CUDA 13 begins with compute capability 7.5 "
                "(T4); V100 and older need CUDA 12");
  static_assert(!nvidia || !detail::compiled_with_cuda || !toolkit_knows || has_code,
                "this binary gets no code for that GPU: every architecture in __CUDA_ARCH_LIST__ is newer than the GPU; "
                "compile with -arch=sm_XX of its compute capability (CMAKE_CUDA_ARCHITECTURES)");

 public:
  using accelerator = A;
  using backend = backend_of<A>;
  using state_type = typename detail::state_of<backend, A>::type;

  queue() : queue(0) {}
  /// The `index`-th of several such devices, in the backend's order; the CPU is one device, and any index is it.
  explicit queue(int index) : state_(opened(index)) {}

  queue(queue&&) = default;
  queue& operator=(queue&&) = default;

  /// What the backend keeps; for backends.
  state_type& state() { return state_; }

  /// Where it runs, for people: `"serial"`, `"OpenMP, 8 threads"`, `"CUDA device 0, NVIDIA H200"`.
  message<120> description() const { return describe_queue(backend{}, state_); }

 private:
  static state_type opened(int index) {
    if constexpr (usable) {
      auto request = core::request_of<A>();
      request.index = index;
      auto const reason = unavailable_because(backend{}, request);
      if (!reason.empty()) throw not_available(message<2000>{} << request.name << ": " << reason.text());
      return open_queue(backend{}, request);
    } else {
      return {};
    }
  }

  state_type state_;
};

/// Waits until everything in the queue is done. Throws what went wrong in it since the last wait.
template <class A>
void wait(queue<A>& on) {
  if constexpr (dispatchable<A>) wait_for(backend_of<A>{}, on.state());
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype

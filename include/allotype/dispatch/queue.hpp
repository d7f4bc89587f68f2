// SPDX-License-Identifier: BSL-1.0
/// \file
/// A queue: ordered work on one device.
#pragma once

#include <type_traits>
#include <utility>

#include <allotype/core/error.hpp>
#include <allotype/dispatch/backend.hpp>
#include <allotype/dispatch/detail/order.hpp>

#include <allotype/core/detail/begin_macros.hpp>
#include <allotype/dispatch/detail/begin_sentences.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

ALLOTYPE_KNOWN_MEMBER(is_available);
ALLOTYPE_KNOWN_MEMBER(has_clusters);
ALLOTYPE_NEAR_MISS(has_cluster);
ALLOTYPE_KNOWN_MEMBER(has_grid_barrier);

/// The device itself says whether it is there, besides its backend.
template <class Device>
concept says_whether_available = requires { requires std::is_convertible_v<decltype(Device::is_available()), bool>; };

template <class Backend>
concept states_clusters = requires { std::bool_constant<Backend::has_clusters>{}; };
template <class Backend>
concept states_grid_barrier = requires { std::bool_constant<Backend::has_grid_barrier>{}; };

}  // namespace detail

/// Whose work a GPU begins first, of the queues of one device.
enum class queue_priority {
  normal,
  high  ///< the highest that the device has
};

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// What verbs see of a queue, or of an event, without giving it work.
struct waiting {
  template <class Queue>
  static auto& state_of(Queue& on) {
    on.order_.check_is_open(name_of<typename Queue::accelerator>);
    return on.state_;
  }
  /// The same of a queue that may have been moved from.
  template <class Queue>
  static auto const& state_to_describe(Queue const& on) {
    return on.state_;
  }
  /// What checked builds know of the order of the work of a queue, or before an event.
  template <class T>
  static auto const& order_of(T const& of) {
    if constexpr (requires { typename T::backend; }) of.order_.check_is_open(name_of<typename T::accelerator>);
    return of.order_;
  }
};

/// What a queue holds where nothing runs: enough that no second error follows the first.
struct no_state {};

/// It does not name the accelerator: a function that is made for each one of a list has one error, and not one for
/// each.
template <bool Something>
struct runs_something {
  static_assert(Something, ALLOTYPE_NOTHING_RUNS);
};

template <class A>
struct backend_state {
  using type = no_state;
};
template <dispatchable A>
struct backend_state<A> {
  using type = typename decltype(open_queue(backend_of<A>{}, std::declval<device_request>()))::value_type;
};

template <class A>
device_request request_for(which_device const& which, bool unchecked) {
  if constexpr (dispatchable<A>) {
    return {detail::data_of<A>, which.index(), which.by_uuid(), which.uuid(), unchecked};
  } else {
    return {};
  }
}

/// Whether a device can have that index, or that UUID.
/// `one_device`: there is no second one. Not cold: gcc would optimise for size what follows in the function that opens
/// a queue.
[[gnu::noinline]] inline answer device_is_possible(device_request const& request, bool one_device) {
  if (request.by_uuid && request.uuid.names == device_uuid::kind::none) {
    return "a device without a UUID was asked for: the driver told none, or the text is not one; valid: GPU- or MIG- "
           "and 32 "
           "hexadecimal digits";
  }
  if (request.by_uuid && !request.uuid.complete()) {
    return answer{to_string(request.uuid).text()}
           << " is the beginning of a UUID, and a queue is opened by all of its digits";
  }
  if (request.by_uuid) return {};
  if (request.index < 0) return answer{"an index of "} << request.index << " was asked for; indices are 0 or more";
  if (one_device && request.index > 0) {
    return answer{"an index of "} << request.index
                                  << " was asked for; the host processor is one device, and its index is 0";
  }
  return {};
}

[[noreturn, gnu::cold]] inline void throw_not_available(device_request const& request, answer const& why) {
  throw not_available(message<2000>{} << request.name << ": " << why.text());
}

/// \pre dispatchable<A>
template <class A>
auto open_state(device_request const& request) -> decltype(open_queue(backend_of<A>{}, request)) {
  if (answer const possible = device_is_possible(request, host_processor<A>); !possible) return possible;
  if constexpr (detail::says_whether_available<device_of<A>>) {
    if (!device_of<A>::is_available()) return "its is_available() says no";
  }
  return open_queue(backend_of<A>{}, request);
}

/// Calls the backend's function, which has the name of a member of the queue.
template <class Backend, class State>
void wait_for_work(State& state) {
  wait_for(Backend{}, state);
}

template <class Backend, class State>
concept has_native_handle = requires(State& state) { native_handle(Backend{}, state); };

/// Why no code of this file runs on an `A`.
/// \pre !dispatchable<A>
template <class A>
constexpr answer why_nothing_runs() {
  if constexpr (mode_detail::programmable_nvidia_gpu<A> && !mode_detail::compiled_with_cuda) {
    return {availability::not_compiled_in, "not compiled in: this code was compiled without CUDA"};
  } else if constexpr (mode_detail::programmable_nvidia_gpu<A>) {
    return {availability::not_compiled_in, "not compiled in: this binary has no code for its compute capability"};
  } else if constexpr (mode_detail::has_incomplete_backend<A>) {
    constexpr int missing = mode_detail::functions_of<mode_detail::backend_of<A>>().first_missing();
    return answer(availability::not_compiled_in, "its backend lacks a function: ")
           << detail::backend_functions[missing].signature;
  } else {
    return {availability::not_compiled_in, "no backend runs code on it"};
  }
}

}  // namespace mode_detail

namespace mode_detail {

/// In place of an accelerator that nothing tells.
struct any_host : device<any_host> {
  static constexpr char name[] = "any host";
  using backend = serial;
};

/// The error of a queue or buffer whose argument is no accelerator, once for each such argument.
template <class A>
struct given_accelerator {
  static constexpr bool is_accelerator = allotype::accelerator<A>;
  static_assert(
      is_accelerator,
      "an accelerator is a device or a part of one: queue<cpu>, buffer<float, A100::partition<\"2g.10gb\">>. Of "
      "any_of<...> and list<...> a task takes the first that is there, and gives its function a queue of it");
};
template <allotype::accelerator A>
struct given_accelerator<std::type_identity<A>> : detail::identity_check<std::is_void_v<A>> {};
/// What such a queue or buffer is made of: its members exist, so that no second error follows. A class of its own, for
/// clang takes no type from one in which an assertion failed.
template <class A>
struct in_place_of {
  using type = any_host;
};

/// The argument of a queue whose type nothing tells.
struct no_accelerator {};

/// The error of a copy has this name: nvcc prints the types of a deleted function's parameters and no constraint.
struct a_queue_is_not_copied_but_passed_by_reference {};
/// And that of a queue in place of a stream.
struct the_stream_of_a_queue_is_queue_native {};

}  // namespace mode_detail

/// Ordered work on one device that is an `A`: the calling thread (or OpenMP's threads) for `cpu`, a stream of one GPU
/// for CUDA. Opening compares the device with the type: product name, slice, memory, multiprocessors and compute
/// capability, as far as they are published. One thread at a time uses a queue. It is moved and not copied: one that
/// was moved from has no device until another is assigned to it, and its use is an `error` on CUDA and in checked
/// builds. On CUDA the destructor waits for the work; errors go to the handler of unreported errors. A GPU in a file
/// without code for it, and an accelerator without a backend, do not compile. doc/queues.md shows how a device is
/// chosen.
template <class A>
class ALLOTYPE_TAGGED_BY_MODE queue {
 public:
  using accelerator = A;
  using backend = mode_detail::backend_of<A>;
  using state_type = typename mode_detail::backend_state<A>::type;

  /// Opens the device as `open` does.
  /// \throws not_available with the reason: no driver, no such device, one that is not an `A` (both are described), or
  /// one whose own `is_available()` is false
  queue() : queue(which_device{}) {}
  queue(queue const&, mode_detail::a_queue_is_not_copied_but_passed_by_reference = {}) = delete;
  explicit queue(which_device const& which) : state_(open_or_throw(which)) {}

  /// Opens a queue on a device if it is an `A`; otherwise returns the reason, which describes both.
  /// \param which the first that is an `A`: `open()`; the `index`-th of them, in the backend's order: `open(1)`; the
  /// one
  ///   with a UUID: `open("GPU-8932f937-…")`; one that `probe()` found: `open(found_device)`. The CPU is
  ///   one device with the index 0.
  [[nodiscard]] static opened<queue> open(which_device const& which = {}) {
    return opened_for(mode_detail::request_for<A>(which, false));
  }
  /// The same without the comparison. An index counts all devices of the backend, so it is CUDA's own number. The
  /// description has what differs from the type.
  [[nodiscard]] static opened<queue> open_unchecked(which_device const& which = {}) {
    return opened_for(mode_detail::request_for<A>(which, true));
  }

  /// A queue over what the backend's own interface made: a `cudaStream_t` on CUDA. It stays its owner's, who destroys
  /// it after the queue, and waits for it. Its device is compared with the type as `open` does. `from(nullptr)` is the
  /// default stream, on the device of the calling thread; with CUDA before 12.8 all streams are taken to be on that
  /// device. It does not compile for the CPU, and for a backend of your own needs its `wrap_queue`. Complexity: looks
  /// at one device.
  /// \throws not_available with the reason, which describes both
  template <class Handle>
  [[nodiscard]] static queue from(Handle const& handle) {
    return wrapping(mode_detail::request_for<A>(which_device{}, false), handle);
  }
  /// The same without the comparison.
  template <class Handle>
  [[nodiscard]] static queue from_unchecked(Handle const& handle) {
    return wrapping(mode_detail::request_for<A>(which_device{}, true), handle);
  }

  /// Another queue on the same device, with work and order of its own. A backend without priorities, as the CPU's,
  /// takes no notice of one. On CUDA kernels of a queue of `queue_priority::high` begin before those of the device's
  /// other queues that wait for room; a kernel that runs is not stopped.
  /// \throws device_error if CUDA makes no more streams
  [[nodiscard]] queue another([[maybe_unused]] queue_priority priority = queue_priority::normal) const {
    order_.check_is_open(name_of<A>);
    if constexpr (requires { another_queue(backend{}, state_, priority); }) {
      return queue(another_queue(backend{}, state_, priority));
    } else if constexpr (requires { another_queue(backend{}, state_); }) {
      return queue(another_queue(backend{}, state_));
    } else {
      static_assert(std::is_copy_constructible_v<state_type>,
                    "queue::another: what this backend keeps for a queue cannot be copied: give the backend a function "
                    "State another_queue(Tag, State const&)");
      return queue(state_type(state_));
    }
  }

  queue(queue&&) = default;
  queue& operator=(queue&&) = default;

  /// Work that this queue gets later begins after the work that another queue has now, or that is before an event. On
  /// CUDA the queue waits and the program goes on, also for a queue of another GPU. Where one of the two is not CUDA's,
  /// the calling thread waits. A queue that waits for itself waits for nothing.
  /// \param earlier a queue or an event, of any accelerator
  /// \throws device_error if CUDA refuses it
  template <class Earlier>
  void wait_for(Earlier&& earlier);

  /// The calling thread waits until all work in the queue is done. Complexity: that of the work.
  /// \throws device_error if work failed since the last wait
  void wait() {
    if constexpr (dispatchable<A>) mode_detail::wait_for_work<backend>(mode_detail::waiting::state_of(*this));
    mode_detail::waiting::order_of(*this).done();
  }
  /// Does not compile; it says who waits for what.
  template <class Earlier, class... More>
  void wait(Earlier const&, More const&...) {
    constexpr bool has_no_arguments = sizeof...(More) > 99;
    static_assert(
        has_no_arguments,
        "queue::wait: the host waits for all work of the queue, and there is nothing to say: on.wait(). A queue "
        "waits for an event or another queue by on.wait_for(event), and the host for an event by event.wait()");
  }

  /// Notes how far the queue's work goes: an `event<A>`. On a backend without events it waits for that work.
  /// Complexity: constant; two calls of CUDA.
  /// \throws device_error if CUDA makes no more events
  [[nodiscard]] auto record();
  /// Does not compile; it says that it returns the event.
  template <class First, class... Rest>
  void record(First const&, Rest const&...) {
    constexpr bool returns_the_event = sizeof(First*) == 0;
    static_assert(returns_the_event, "queue::record: it takes nothing and returns the event: auto sent = on.record()");
  }

  /// What the backend's own interface calls the queue, for calls of it and of vendors' libraries: a `cudaStream_t` on
  /// CUDA. It stays the queue's: do not destroy it. The CPU has none, so it does not compile there; a backend of your
  /// own needs a `native_handle`.
  [[nodiscard]] auto native() {
    constexpr bool is_there = mode_detail::has_native_handle<backend, state_type>;
    static_assert(
        is_there || !dispatchable<A>,
        "native: this backend has nothing below its queues: CUDA's queues have a cudaStream_t, the CPU's have none");
    if constexpr (is_there) return native_handle(backend{}, state());
  }

  /// Does not compile; it says who has a stream.
  template <class Handle, class = mode_detail::the_stream_of_a_queue_is_queue_native>
  operator Handle*() const = delete;

  /// The state of the backend, for backends and for verbs: whoever takes it gives the queue work.
  [[nodiscard]] state_type& state() {
    order_.check_is_open(name_of<A>);
    mode_detail::check_is_not_recorded(this);
    order_.give();
    return state_;
  }

 private:
  friend mode_detail::waiting;

  explicit queue(state_type&& state) : state_(std::move(state)) {}

  template <class Handle>
  static queue wrapping(device_request const& request, Handle const& handle) {
    constexpr bool wraps = requires { wrap_queue(backend{}, request, handle); };
    static_assert(
        wraps || !dispatchable<A>,
        "queue::from: this backend makes no queue from a value of that type: CUDA's takes a cudaStream_t, the CPU's "
        "have nothing to wrap");
    if constexpr (wraps) {
      auto state = wrap_queue(backend{}, request, handle);
      if (!state) mode_detail::throw_not_available(request, state.reason());
      return queue(std::move(*state));
    } else {
      return {};
    }
  }

  static state_type open_or_throw(which_device const& which) {
    if constexpr (dispatchable<A>) {
      auto const request = mode_detail::request_for<A>(which, false);
      auto state = mode_detail::open_state<A>(request);
      if (!state) mode_detail::throw_not_available(request, state.reason());
      return std::move(*state);
    } else {
      return {};
    }
  }
  static opened<queue> opened_for(device_request const& request) {
    if constexpr (dispatchable<A>) {
      auto state = mode_detail::open_state<A>(request);
      if (!state) return state.reason();
      return queue(std::move(*state));
    } else {
      return mode_detail::why_nothing_runs<A>();
    }
  }

  state_type state_;
  [[no_unique_address]] mode_detail::order_of_queue order_;

  // The checks come last: clang leaves out what stands behind one that failed.
  using device = device_of<A>;
  using size_of_name_check = decltype(sizeof(detail::name_check<device>));  // instantiates it, which reports
  static constexpr bool derives_from_itself = detail::part<A> || detail::is_type_that_it_derives_from<A>;
  static_assert(derives_from_itself,
                "the device derives from the device of another type: write struct xpu : at::device<xpu>, with the "
                "struct's own name");
  static constexpr bool memory_is_in_bytes = !detail::states_memory_as_a_number<device>;
  static_assert(memory_is_in_bytes,
                "the memory of an accelerator is an amount: static constexpr allotype::bytes memory = 16_GiB;");
  static constexpr bool is_available_usable =
      !detail::has_member_is_available<device> || detail::says_whether_available<device>;
  static_assert(is_available_usable, ALLOTYPE_PASSED_OVER("is_available", "static bool is_available()"));
  static constexpr bool has_clusters_usable =
      !detail::has_member_has_clusters<backend> || detail::states_clusters<backend>;
  static_assert(has_clusters_usable, ALLOTYPE_PASSED_OVER("has_clusters", "static constexpr bool has_clusters"));
  static constexpr bool no_near_miss = !detail::has_member_has_cluster<backend>;
  static_assert(no_near_miss, ALLOTYPE_PASSED_OVER("has_cluster", "in its place, static constexpr bool has_clusters"));
  static constexpr bool has_grid_barrier_usable =
      !detail::has_member_has_grid_barrier<backend> || detail::states_grid_barrier<backend>;
  static_assert(has_grid_barrier_usable,
                ALLOTYPE_PASSED_OVER("has_grid_barrier", "static constexpr bool has_grid_barrier"));
  static constexpr bool usable = dispatchable<A>;
  static constexpr bool incomplete = mode_detail::has_incomplete_backend<A>;
  using backend_check = std::conditional_t<incomplete, mode_detail::checked_backend<backend, A>, mode_detail::no_state>;
  using size_of_backend_check = decltype(sizeof(backend_check));  // instantiates it, which reports
  using runs_check = mode_detail::runs_something<usable || incomplete>;
  using size_of_runs_check = decltype(sizeof(runs_check));
};

/// Does not compile; it says what an accelerator is.
template <class A>
  requires(!allotype::accelerator<A>)
class queue<A> : public queue<typename mode_detail::in_place_of<A>::type> {
  static_assert(sizeof(mode_detail::given_accelerator<A>) > 0);

 public:
  template <class... Arguments>
  explicit queue(Arguments const&...) {}
};

namespace mode_detail {

template <class T>
inline constexpr bool is_queue = false;
template <class A>
inline constexpr bool is_queue<queue<A>> = true;

/// The state for a copy, which uses no memory but that of its ends.
template <class A>
auto& state_for_copy(queue<A>& on) {
  auto& state = waiting::state_of(on);
  mode_detail::waiting::order_of(on).give_copy();
  return state;
}

}  // namespace mode_detail

template <class... Arguments>
  requires(!(mode_detail::is_queue<std::remove_cvref_t<Arguments>> || ...))
queue(Arguments&&...) -> queue<mode_detail::no_accelerator>;

/// The device: `"serial"`, `"OpenMP, 8 threads"`, `"CUDA device 0, NVIDIA H200"`. CUDA adds what was not compared with
/// the type, or differs from it.
template <class A>
[[nodiscard]] fixed_text<240> to_string(queue<A> const& on) {
  if constexpr (dispatchable<A>) {
    return describe_queue(mode_detail::backend_of<A>{}, mode_detail::waiting::state_to_describe(on));
  } else {
    return {};
  }
}

template <class A>
[[deprecated("a queue waits by its member: on.wait()")]] void wait(queue<A>& on) {
  on.wait();
}
/// Does not compile; compilers print what the parameter is called.
// clang-format off: compilers quote one line
template <class a_queue_waits_by_its_member_as_on_wait = void> void wait() = delete;
// clang-format on

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
#include <allotype/dispatch/detail/end_sentences.hpp>

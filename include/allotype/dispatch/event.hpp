// SPDX-License-Identifier: BSL-1.0
/// \file
/// An event: a place in a queue's work. The host and other queues wait for it.
#pragma once

#include <type_traits>
#include <utility>

#include <allotype/dispatch/queue.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// The event of a backend that has none: the queue was waited for when it was recorded.
struct passed_event {};

/// The error of an event that is made of a queue has this name.
struct the_event_of_a_queue_is_what_its_record_returns {};

template <class Backend, class State>
concept records_events = requires(State& state) { record_event(Backend{}, state); };

template <class A>
struct event_state {
  using type = passed_event;
};
template <class A>
  requires records_events<backend_of<A>, typename backend_state<A>::type>
struct event_state<A> {
  using type = decltype(record_event(backend_of<A>{}, std::declval<typename backend_state<A>::type&>()));
};

}  // namespace mode_detail

/// All work that a queue of `A` had when the event was recorded: by `record` of a queue, or by `copy_async`. An event
/// that was made from nothing, or moved from, has passed. It can be moved and not copied. Several threads may wait for
/// one event, and ask whether it is done. It may be destroyed while queues wait for it. On the CPU all work is done
/// when a verb returns, so an event has passed at once. doc/several_queues.md shows how queues wait for each other.
template <class A>
class ALLOTYPE_TAGGED_BY_MODE event {
 public:
  using accelerator = A;
  using state_type = typename mode_detail::event_state<A>::type;

  event() = default;
  event(event&&) = default;
  template <class On>
  event(queue<On> const&, mode_detail::the_event_of_a_queue_is_what_its_record_returns = {}) = delete;
  event& operator=(event&&) = default;

  /// Whether the work is done. Does not wait.
  /// \throws device_error if it failed
  [[nodiscard]] bool is_done() const {
    bool done = true;
    if constexpr (!std::is_same_v<state_type, mode_detail::passed_event>) {
      done = has_passed(mode_detail::backend_of<A>{}, state_);
    }
    if (done) order_.passed();
    return done;
  }

  /// The calling thread waits until the work before the event is done.
  /// \throws device_error if it failed
  void wait() const {
    if constexpr (!std::is_same_v<state_type, mode_detail::passed_event>) {
      wait_for_event(mode_detail::backend_of<A>{}, state_);
    }
    order_.passed();
  }

  /// The state, for backends and verbs.
  [[nodiscard]] state_type const& state() const noexcept { return state_; }

 private:
  friend struct mode_detail::waiting;
  friend class queue<A>;

  explicit event(state_type&& state, mode_detail::order_of_event&& order)
      : state_(std::move(state)), order_(std::move(order)) {}

  state_type state_;
  [[no_unique_address]] mode_detail::order_of_event order_;
};

template <class A>
[[deprecated("an event waits by its member: until.wait()")]] void wait(event<A> const& until) {
  until.wait();
}

namespace mode_detail {

template <class T>
inline constexpr bool is_event = false;
template <class A>
inline constexpr bool is_event<event<A>> = true;

}  // namespace mode_detail

template <class A>
auto queue<A>::record() {
  auto order = mode_detail::waiting::order_of(*this).recorded();
  if constexpr (!dispatchable<A>) {
    return event<A>();
  } else if constexpr (std::is_same_v<typename event<A>::state_type, mode_detail::passed_event>) {
    // Checked builds are told nothing of it: on another backend it is missing.
    mode_detail::wait_for_work<backend>(mode_detail::waiting::state_of(*this));
    return event<A>({}, std::move(order));
  } else {
    return event<A>(record_event(backend{}, mode_detail::waiting::state_of(*this)), std::move(order));
  }
}

template <class A>
template <class Earlier>
void queue<A>::wait_for(Earlier&& earlier) {
  order_.check_is_open(name_of<A>);
  using type = std::remove_cvref_t<Earlier>;
  static_assert(mode_detail::is_event<type> || mode_detail::is_queue<type>,
                "queue::wait_for: a queue waits for another queue, or for an event that record or copy_async returned");
  if constexpr (mode_detail::is_queue<type>) {
    wait_for(earlier.record());
  } else if constexpr (mode_detail::is_event<type>) {
    if constexpr (std::is_same_v<typename type::state_type, mode_detail::passed_event>) {
      // It has passed.
    } else if constexpr (requires { wait_in_queue(backend{}, state_, earlier.state()); }) {
      wait_in_queue(backend{}, state_, earlier.state());
    } else {
      wait_for_event(mode_detail::backend_of<typename type::accelerator>{}, earlier.state());
    }
    order_.waits_for(mode_detail::waiting::order_of(earlier));
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>

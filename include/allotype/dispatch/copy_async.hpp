// SPDX-License-Identifier: BSL-1.0
/// \file
/// Copies that the program does not wait for: `copy_async(queue, from, to)` between buffers or views and pinned memory,
/// or among themselves.
#pragma once

#include <type_traits>

#include <allotype/dispatch/copy.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/event.hpp>
#include <allotype/dispatch/pinned.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class End, class A>
inline constexpr bool is_pinned_for = false;
template <class T, class A>
inline constexpr bool is_pinned_for<pinned<T, A>, A> = true;

template <class End, class A>
concept asynchronous_copy_end = is_buffer<End> || lies_on<End, A> || is_pinned_for<End, A>;

template <class From, class To, class A>
struct asynchronous_copy_of {
  static constexpr bool ends_known = asynchronous_copy_end<From, A> && asynchronous_copy_end<To, A>;
  static_assert(
      ends_known,
      "copy_async(queue, from, to): one of the two must be a buffer or a view, and the other a buffer, a view or "
      "pinned<T, A> of the queue's accelerator: other memory of the host cannot be copied while the program goes on, "
      "so use copy");
};

/// How `copy_async` moves what it is given: without waiting, where the backend can.
struct copy_without_waiting {
  static constexpr char verb[] = "copy_async", host_end[] = "the pinned memory";
  template <class Tag, class State>
  static void bytes(Tag tag, State& state, void* to, void const* from, std::size_t count, direction which) {
    if constexpr (requires { copy_bytes_async(tag, state, to, from, count, which); }) {
      copy_bytes_async(tag, state, to, from, count, which);
    } else {
      copy_bytes(tag, state, to, from, count, which);
    }
  }
  template <class Tag, class State>
  static void lines(Tag tag, State& state, pitched_copy const& block, direction which) {
    if constexpr (requires { copy_lines_async(tag, state, block, which); }) {
      copy_lines_async(tag, state, block, which);
    } else {
      copy_in_lines(tag, state, block, which);
    }
  }
};

}  // namespace mode_detail

/// Asks whether `copy_async(queue, from, to)` compiles.
template <class A, class From, class To>
concept can_copy_async = can_copy<A, From, To> && mode_detail::asynchronous_copy_end<From, A> &&
                         mode_detail::asynchronous_copy_end<std::remove_const_t<To>, A>;

/// Copies all elements, in the queue's order, and returns at once if the backend is asynchronous. One end is a buffer
/// or a view of `A`. The other is one, too, or `pinned` memory; `copy` takes other memory of the host. Both ends must
/// stay, and pinned memory must not be touched, until the event that is returned has passed, or the queue was waited
/// for. Views are copied as `copy` copies them. Complexity: linear.
/// \throws size_error if the two have different numbers of elements, or two views different extents; device_error if
/// CUDA refuses the copy, or makes no more events; overlap_error in checked builds, if the ends
/// overlap
template <class A, class From, class To>
event<A> copy_async(queue<A>& on, From const& from, To&& to) {
  using target = std::remove_reference_t<To>;
  if constexpr (can_copy_async<A, From, target>) {
    mode_detail::copy_elements<mode_detail::copy_without_waiting>(on, from, to);
    return on.record();
  } else if constexpr (can_copy<A, From, target>) {
    (void)sizeof(mode_detail::asynchronous_copy_of<From, std::remove_const_t<target>, A>);
  } else {
    copy(on, from, to);  // says what is wrong
  }
  return {};
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<3, 3, Arguments...>
auto copy_async(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<3, 3, Arguments...>;
  static_assert(in_order,
                "copy_async: the queue comes first, a variable that is not const, then what is read and what is "
                "written: copy_async(queue, from, to)");
  return detail::any_result{};
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class copy_async_takes_a_queue_what_is_read_and_what_is_written = void>
detail::any_result copy_async(detail::any_value, detail::any_value = {}, detail::any_value = {},
                              detail::any_value = {}) = delete;

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

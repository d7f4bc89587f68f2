// SPDX-License-Identifier: BSL-1.0
/// \file
/// Copies that the program does not wait for: `copy_async(queue, from, to)` between a buffer and pinned memory, or between
/// two buffers.
#pragma once

#include <type_traits>

#include <allotype/dispatch/copy.hpp>
#include <allotype/dispatch/event.hpp>
#include <allotype/dispatch/pinned.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class End, class A>
inline constexpr bool is_pinned_for = false;
template <class T, class A>
inline constexpr bool is_pinned_for<pinned<T, A>, A> = true;

template <class From, class To, class A>
struct asynchronous_copy_of {
  static constexpr bool ends_known = (is_buffer<From> && (is_buffer<To> || is_pinned_for<To, A>)) ||
                                     (is_buffer<To> && is_pinned_for<From, A>);
  static_assert(ends_known,
                "copy_async(queue, from, to): one of the two must be a buffer, and the other a buffer or pinned<T, A> of the "
                "queue's accelerator: other memory of the host cannot be copied while the program goes on, so use copy");
};

}  // namespace mode_detail

/// Asks whether `copy_async(queue, from, to)` compiles.
template <class A, class From, class To>
concept can_copy_async = can_copy<A, From, To> && (mode_detail::is_buffer<From> || mode_detail::is_pinned_for<From, A>) &&
                         (mode_detail::is_buffer<To> || mode_detail::is_pinned_for<To, A>);

/// Copies all elements, in the queue's order, and returns at once if the backend is asynchronous. Both ends must stay, and
/// pinned memory must not be touched, until the event that is returned has passed, or the queue was waited for.
/// \throws size_error if the two have different numbers of elements; device_error if CUDA refuses the copy
template <class A, class From, class To>
event<A> copy_async(queue<A>& on, From const& from, To& to) {
  using backend = mode_detail::backend_of<A>;
  if constexpr (can_copy_async<A, From, To>) {
    constexpr bool from_buffer = mode_detail::is_buffer<From>, to_buffer = mode_detail::is_buffer<To>;
    if (from.size() != to.size()) {
      detail::sizes_differ("copy_async", from_buffer ? "the buffer to copy from" : "the pinned memory", from.size(),
                           to_buffer ? "the buffer to copy to" : "the pinned memory", to.size());
    }
    if constexpr (dispatchable<A>) {
      if constexpr (from_buffer) from.hand_to(on, false, "copy_async");
      if constexpr (to_buffer) to.hand_to(on, true, "copy_async");
      auto const bytes = static_cast<std::size_t>(from.size()) * sizeof(*from.data());
      constexpr direction which = !from_buffer ? direction::to_device : !to_buffer ? direction::from_device : direction::on_device;
      if constexpr (requires { copy_bytes_async(backend{}, on.state(), to.data(), from.data(), bytes, which); }) {
        copy_bytes_async(backend{}, on.state(), to.data(), from.data(), bytes, which);
      } else {
        copy_bytes(backend{}, on.state(), to.data(), from.data(), bytes, which);
      }
    }
    return record(on);
  } else if constexpr (can_copy<A, From, To>) {
    (void)sizeof(mode_detail::asynchronous_copy_of<From, To, A>);
  } else {
    copy(on, from, to);  // says what is wrong
  }
  return {};
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype

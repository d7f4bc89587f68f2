// SPDX-License-Identifier: BSL-1.0
/// \file
/// Moving data: `copy(queue, from, to)` between the host and the queue's accelerator, or within the accelerator.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <allotype/dispatch/buffer.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class End>
inline constexpr bool is_buffer = false;
template <class T, class A>
inline constexpr bool is_buffer<buffer<T, A>> = true;
template <class End>
inline constexpr bool is_buffer<End const> = is_buffer<End>;

template <class From, class To>
concept copy_ends =
    (is_buffer<From> || is_buffer<To>)&&(is_buffer<From> || host_range<From>)&&(is_buffer<To> || host_range<To>);

/// Memory of the host can be copied by every queue.
template <class End, class A>
inline constexpr bool at_home_on = true;
template <class T, class Owner, class A>
inline constexpr bool at_home_on<buffer<T, Owner>, A> = std::is_same_v<Owner, A>;

template <class To>
using target_element_of = std::remove_reference_t<decltype(*std::declval<To&>().data())>;

template <class From, class To>
struct copy_of {
  static constexpr bool ends_known = copy_ends<From const, To>;
  static_assert(ends_known,
                "copy(queue, from, to): at least one of the two must be a buffer, and the other a buffer or a contiguous range "
                "of the host with data() and size(), such as std::vector, std::array or std::span");
};

}  // namespace mode_detail

/// Asks whether `copy(queue, from, to)` compiles: between a buffer of `A` and a range of the host, or between two buffers
/// of `A`. Both have elements of the same type, and those of `To` are not const.
template <class A, class From, class To>
concept can_copy = mode_detail::copy_ends<From const, To> && mode_detail::at_home_on<From, A> &&
                   mode_detail::at_home_on<std::remove_const_t<To>, A> &&
                   mode_detail::copies_elements<detail::element_of<From const>, mode_detail::target_element_of<To>>;

/// Copies all elements. From the host: the range may change as soon as this returns. To the host: waits for the work before
/// it in the queue, and the range holds the data on return. Between buffers: asynchronous if the backend is.
/// \throws size_error if the two have different numbers of elements; device_error if the copy, or on a copy to the host earlier
/// work, failed
template <class A, class From, class To>
void copy(queue<A>& on, From const& from, To&& to) {
  using target = std::remove_reference_t<To>;
  if constexpr (can_copy<A, From, target>) {
    constexpr bool from_buffer = mode_detail::is_buffer<From>, to_buffer = mode_detail::is_buffer<target>;
    auto const from_size = static_cast<long long>(from.size()), to_size = static_cast<long long>(to.size());
    if (from_size != to_size) {
      detail::sizes_differ("copy", from_buffer ? "the buffer to copy from" : "the host's range", from_size,
                         to_buffer ? "the buffer to copy to" : "the host's range", to_size);
    }
    if constexpr (dispatchable<A>) {
      copy_bytes(mode_detail::backend_of<A>{}, on.state(), to.data(), from.data(),
                 static_cast<std::size_t>(from_size) * sizeof(*from.data()),
                 !from_buffer ? direction::to_device : !to_buffer ? direction::from_device : direction::on_device);
    }
  } else if constexpr (!mode_detail::copy_ends<From const, target>) {
    (void)sizeof(mode_detail::copy_of<From, target>);
  } else if constexpr (!mode_detail::at_home_on<From, A>) {
    (void)sizeof(mode_detail::same_accelerator<typename From::accelerator, A>);
  } else if constexpr (!mode_detail::at_home_on<std::remove_const_t<target>, A>) {
    (void)sizeof(mode_detail::same_accelerator<typename target::accelerator, A>);
  } else {
    (void)sizeof(mode_detail::element_copy<detail::element_of<From const>, mode_detail::target_element_of<target>>);
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype

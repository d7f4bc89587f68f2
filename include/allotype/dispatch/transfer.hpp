// SPDX-License-Identifier: BSL-1.0
/// \file
/// From the memory of one accelerator to that of another: `copy(here, from, there, to)` and `transfer`.
#pragma once

#include <cstddef>
#include <type_traits>

#include <allotype/dispatch/copy.hpp>
#include <allotype/dispatch/event.hpp>
#include <allotype/dispatch/pinned.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class End>
inline constexpr bool is_buffer_or_view = is_buffer<End> || is_view<End>;

template <class End>
struct end_of_transfer {
  static constexpr bool is_known = is_buffer_or_view<End>;
  static_assert(
      is_known,
      "copy(here, from, there, to): from must be a buffer or a view of here's accelerator, and to one of there's; a "
      "range of the host is copied with one queue, copy(queue, from, to)");
};

/// The states of two queues, for a copy from one device to another of the same backend.
template <class State>
struct two_states {
  State& here;
  State& there;
};
struct copy_across_devices {
  template <class Tag, class State>
  static void bytes(Tag tag, two_states<State>& of, void* to, void const* from, std::size_t count, direction) {
    copy_across(tag, of.here, of.there, to, from, count);
  }
  template <class Tag, class State>
  static void lines(Tag tag, two_states<State>& of, pitched_copy const& block, direction which) {
    if constexpr (requires { copy_lines_across(tag, of.here, of.there, block); }) {
      copy_lines_across(tag, of.here, of.there, block);
    } else {
      detail::each_line(block, [&](void* to, void const* from) { bytes(tag, of, to, from, block.bytes, which); });
    }
  }
};

/// A queue, memory and a queue.
template <class... Arguments>
inline constexpr bool is_transfer = false;
template <class Here, class From, class There>
inline constexpr bool is_transfer<Here, From, There> = takes_work<Here> && takes_work<There>;

/// What a refused transfer is behind its error, lest a second one follows: memory there.
template <class... Arguments>
struct transferred {
  using type = detail::any_result;
};
template <class There, class From>
  requires requires { typename std::remove_reference_t<From>::element_type; }
struct transferred<queue<There>&, From> {
  using type = buffer<std::remove_const_t<typename std::remove_reference_t<From>::element_type>, There>;
};
template <class Here, class There, class From>
struct transferred<queue<Here>&, queue<There>&, From> : transferred<queue<There>&, From> {};

template <class A, class B>
concept copies_across = requires(queue<A>& here, queue<B>& there, void* to, void const* from, std::size_t bytes) {
  copy_across(backend_of<A>{}, here.state(), there.state(), to, from, bytes);
};

/// \pre both ends have the same size, and each lies on its queue's accelerator
template <class A, class From, class B, class To>
void copy_to_other(queue<A>& here, From const& from, queue<B>& there, To& to) {
  constexpr backend_of<A> source{};
  constexpr backend_of<B> target{};
  check_ends_apart(from, to, "copy");
  copy_with(here, from, false, "copy");
  copy_with(there, to, true, "copy");
  if constexpr (copies_across<A, B>) {
    there.wait_for(here);
    copy_between<copy_across_devices>(source, two_states{state_for_copy(here), state_for_copy(there)}, from, to,
                                      direction::on_device);
    here.wait_for(there);
  } else if constexpr (reads_host_memory<A>) {
    here.wait();
    copy_between<copy_and_wait>(target, state_for_copy(there), from, to, direction::to_device);
  } else if constexpr (reads_host_memory<B>) {
    there.wait();
    copy_between<copy_and_wait>(source, state_for_copy(here), from, to, direction::from_device);
    mode_detail::waiting::order_of(here).done();
  } else {
    pinned<detail::element_of<From const>, A> between{here, extents<1, long long>{from.size()}};
    copy_between<copy_and_wait>(source, state_for_copy(here), from, between, direction::from_device);
    mode_detail::waiting::order_of(here).done();
    copy_between<copy_and_wait>(target, state_for_copy(there), between, to, direction::to_device);
  }
}

}  // namespace mode_detail

/// Copies all elements to memory of another accelerator, or of another device. Both ends are buffers or views, such as
/// parts. Work that `here` had before is done first, and later work of `there` sees the data. From one CUDA device to
/// another it is asynchronous, and later work of `here` waits for it; otherwise the data is there on return. Where
/// neither side uses the host's memory and they are of different backends, the data takes two copies, through memory of
/// the host. A range of the host is no end: `copy` with one queue takes it.
/// \param from a buffer or a view of `A`
/// \param to a buffer or a view of `B`
/// \throws size_error if the two have different numbers of elements, or two views different extents; device_error if a
/// copy or work before it failed
template <class A, class From, class B, class To>
void copy(queue<A>& here, From const& from, queue<B>& there, To&& to) {
  using target = std::remove_reference_t<To>;
  using to_end = std::remove_const_t<target>;
  if constexpr (!mode_detail::is_buffer_or_view<From>) {
    (void)sizeof(mode_detail::end_of_transfer<From>);
  } else if constexpr (!mode_detail::is_buffer_or_view<to_end>) {
    (void)sizeof(mode_detail::end_of_transfer<to_end>);
  } else if constexpr (!mode_detail::lies_on<From, A>) {
    (void)sizeof(mode_detail::same_accelerator<typename From::accelerator, A>);
  } else if constexpr (!mode_detail::lies_on<to_end, B>) {
    (void)sizeof(mode_detail::same_accelerator<typename to_end::accelerator, B>);
  } else if constexpr (!mode_detail::copies_elements<detail::element_of<From const>,
                                                     mode_detail::target_element_of<target>>) {
    (void)sizeof(mode_detail::element_copy<detail::element_of<From const>, mode_detail::target_element_of<target>>);
  } else if constexpr (!mode_detail::same_lines<From, to_end>) {
    (void)sizeof(mode_detail::copy_of_views<From, to_end>);
  } else if constexpr (!element_for<mode_detail::target_element_of<target>, A>) {
    (void)sizeof(mode_detail::checked_element<mode_detail::target_element_of<target>, mode_detail::backend_of<A>>);
  } else if constexpr (!element_for<mode_detail::target_element_of<target>, B>) {
    (void)sizeof(mode_detail::checked_element<mode_detail::target_element_of<target>, mode_detail::backend_of<B>>);
  } else {
    mode_detail::check_same_size<mode_detail::copy_and_wait, From, to_end>(from, to);
    if constexpr (dispatchable<A> && dispatchable<B>) mode_detail::copy_to_other(here, from, there, to);
  }
}

/// A buffer of `To` with a copy of the elements of a buffer or a view: `copy` into memory that is allocated for it.
/// Complexity: linear.
/// \throws size_error if it is larger than the accelerator's memory; device_error if the memory is not free, or as
/// `copy`
template <class From, class Source, class To>
[[nodiscard]] auto transfer(queue<From>& here, Source const& from, queue<To>& there) {
  buffer<detail::element_of<Source const>, To> to{there, extents<1, long long>{from.size()}};
  copy(here, from, there, to);
  return to;
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires(!mode_detail::is_transfer<Arguments...> && (mode_detail::shows_verb<Arguments> || ...))
auto transfer(Arguments&&...) {
  constexpr bool in_order = mode_detail::is_transfer<Arguments...>;
  static_assert(in_order,
                "transfer: the arguments are a queue, the memory that is read, and a queue of the other accelerator: "
                "transfer(here, from, there) is a buffer there");
  return detail::behind_an_error<typename mode_detail::transferred<Arguments...>::type>();
}
/// The same where an accelerator is named in place of its queue: transfer<A>(here, from).
template <class Named, class... Arguments>
  requires(sizeof...(Arguments) != 3 && allotype::accelerator<Named>)
auto transfer(Arguments&&...) {
  constexpr bool in_order = sizeof...(Arguments) == 3;
  static_assert(
      in_order,
      "transfer: the other accelerator is told by its queue, the third argument: transfer(here, from, there)");
  return detail::any_result{};
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

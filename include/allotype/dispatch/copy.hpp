// SPDX-License-Identifier: BSL-1.0
/// \file
/// Moving data: `copy(queue, from, to)` between the host and the queue's accelerator, or within the accelerator.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <allotype/dispatch/buffer.hpp>
#include <allotype/dispatch/detail/overlap.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class End>
inline constexpr bool is_buffer = false;
template <class T, class A>
inline constexpr bool is_buffer<buffer<T, A>> = true;
template <class End>
inline constexpr bool is_buffer<End const> = is_buffer<End>;

template <class End>
inline constexpr bool is_view = false;
template <class T, int Dimensions, class A, class Index, class Layout>
inline constexpr bool is_view<view<T, Dimensions, A, Index, Layout>> = true;
template <class End>
inline constexpr bool is_view<End const> = is_view<End>;

template <class End>
concept copy_end = is_buffer<End> || is_view<End> || detail::host_range<End>;
template <class From, class To>
concept copy_ends = copy_end<From> && copy_end<To> && (!detail::host_range<From> || !detail::host_range<To>);

/// The memory is that of `A`.
template <class End, class A>
inline constexpr bool lies_on = false;
template <class T, class Owner, class A>
inline constexpr bool lies_on<buffer<T, Owner>, A> = std::is_same_v<Owner, A>;
template <class T, int Dimensions, class Owner, class Index, class Layout, class A>
inline constexpr bool lies_on<view<T, Dimensions, Owner, Index, Layout>, A> = std::is_same_v<Owner, A>;

/// Memory of the host can be copied by every queue, to its accelerator and from it.
template <class End>
inline constexpr bool lies_on_host = detail::host_range<End>;
template <class T, int Dimensions, class Owner, class Index, class Layout>
inline constexpr bool lies_on_host<view<T, Dimensions, Owner, Index, Layout>> = host_processor<Owner>;

/// The queue of `A` reaches the memory at one end of a copy whose other end is `Other`.
template <class End, class Other, class A>
concept at_home_on = lies_on<End, A> || (lies_on_host<End> && lies_on<Other, A>) || detail::host_range<End>;

/// Views copy line by line, so both have the same lines.
template <class From, class To>
inline constexpr bool same_lines = true;
template <class T, int Dimensions, class A, class Index, class Layout, class ToT, int ToDimensions, class ToA,
          class ToIndex, class ToLayout>
inline constexpr bool
    same_lines<view<T, Dimensions, A, Index, Layout>, view<ToT, ToDimensions, ToA, ToIndex, ToLayout>> =
        Dimensions == ToDimensions &&
        (Dimensions == 1 || std::is_same_v<typename Layout::order, typename ToLayout::order>);

template <class To>
using target_element_of = std::remove_reference_t<decltype(*std::declval<To&>().data())>;

template <class From, class To>
struct copy_of {
  static constexpr bool ends_known = copy_ends<From const, To>;
  static_assert(
      ends_known,
      "copy(queue, from, to): at least one of the two must be a buffer or a view, and the other a buffer, a view or a "
      "contiguous range of the host with data() and size(), such as std::vector, std::array or std::span");
};
template <class From, class To>
struct copy_of_views {
  static constexpr bool lines_equal = same_lines<From, To>;
  static_assert(
      lines_equal,
      "copy(queue, from, to): the two views have different numbers of dimensions, or one is row-major and one "
      "column-major; bytes are moved in lines, so copy the elements by a for_each");
};

/// What is copied, slowest dimension first: how many, and the distances in bytes at both ends. Dimensions without gaps
/// between their lines are one.
struct copy_shape {
  int dimensions = 0;
  long long size[6]{}, to[6]{}, from[6]{};

  constexpr void add(long long many, long long to_distance, long long from_distance, bool fastest) {
    if (many == 1 && !fastest) return;
    int const last = dimensions - 1;
    if (dimensions > 0 && (size[last] == 1 || (to[last] == many * to_distance && from[last] == many * from_distance))) {
      size[last] *= many;
      to[last] = to_distance, from[last] = from_distance;
    } else {
      size[dimensions] = many, to[dimensions] = to_distance, from[dimensions] = from_distance;
      ++dimensions;
    }
  }
};

/// The shape of a copy between two ends with the extents of `like`, in the order of its layout.
template <class Like, class From, class To>
constexpr copy_shape shape_of_copy(Like const& like, From const& from, To const& to) {
  constexpr int dimensions = Like::dimensions();
  if (dimensions == 0) return {1, {1}};  // one element
  constexpr bool from_last = std::is_same_v<typename Like::layout_type::order, column_major>;
  long long packed[6]{}, distance = 1;
  for (int i = dimensions - 1; i >= 0; --i) {
    int const dimension = from_last ? dimensions - 1 - i : i;
    packed[dimension] = distance;
    distance *= like.extent(dimension);
  }
  auto const bytes_between = [&](auto const& end, int dimension) {
    constexpr auto bytes = static_cast<long long>(sizeof(*end.data()));
    if constexpr (is_view<std::remove_cvref_t<decltype(end)>>) {
      return bytes * end.stride(dimension);
    } else {
      return bytes * packed[dimension];
    }
  };
  copy_shape shape;
  for (int i = 0; i < dimensions; ++i) {
    int const dimension = from_last ? dimensions - 1 - i : i;
    shape.add(like.extent(dimension), bytes_between(to, dimension), bytes_between(from, dimension),
              i == dimensions - 1);
  }
  return shape;
}

/// The planes of a copy; a plane has lines. A backend copies one block of planes at a time, or line by line.
template <class Tag, class State>
void copy_in_lines(Tag tag, State& state, pitched_copy const& block, direction which) {
  if constexpr (requires { copy_lines(tag, state, block, which); }) {
    copy_lines(tag, state, block, which);
  } else {
    detail::each_line(block, [&](void* to, void const* from) { copy_bytes(tag, state, to, from, block.bytes, which); });
  }
}

/// How `copy` moves what it is given.
struct copy_and_wait {
  static constexpr char verb[] = "copy", host_end[] = "the host's range";
  template <class Tag, class State>
  static void bytes(Tag tag, State& state, void* to, void const* from, std::size_t count, direction which) {
    copy_bytes(tag, state, to, from, count, which);
  }
  template <class Tag, class State>
  static void lines(Tag tag, State& state, pitched_copy const& block, direction which) {
    copy_in_lines(tag, state, block, which);
  }
};

template <class How, class Tag, class State>
void copy_shaped(Tag tag, State& state, copy_shape const& shape, void* to, void const* from, std::size_t element,
                 direction which) {
  int const line = shape.dimensions - 1;
  auto const bytes = static_cast<std::size_t>(shape.size[line]) * element;
  if (line == 0) return How::bytes(tag, state, to, from, bytes, which);
  pitched_copy block{to, from, bytes, shape.size[line - 1], shape.to[line - 1], shape.from[line - 1], 1, 0, 0};
  if (line >= 2)
    block.planes = shape.size[line - 2], block.to_plane = shape.to[line - 2], block.from_plane = shape.from[line - 2];
  long long blocks = 1;
  for (int i = 0; i < line - 2; ++i) blocks *= shape.size[i];
  for (long long number = 0; number < blocks; ++number) {
    block.to = to, block.from = from;
    long long rest = number;
    for (int i = line - 3; i >= 0; --i) {
      long long const index = rest % shape.size[i];
      rest /= shape.size[i];
      block.to = static_cast<char*>(block.to) + index * shape.to[i];
      block.from = static_cast<char const*>(block.from) + index * shape.from[i];
    }
    How::lines(tag, state, block, which);
  }
}

template <int Dimensions, class Index, class ToIndex>
[[noreturn]] void views_differ(char const* verb, extents<Dimensions, Index> const& from,
                               extents<Dimensions, ToIndex> const& to) {
  message<2000> text;
  text << verb << ": the view to copy from has the extents ";
  for (int i = 0; i < Dimensions; ++i) text << (i == 0 ? "" : " x ") << static_cast<long long>(from[i]);
  text << " and the view to copy to has ";
  for (int i = 0; i < Dimensions; ++i) text << (i == 0 ? "" : " x ") << static_cast<long long>(to[i]);
  throw size_error(text << "; both need the same");
}

template <class How, class End>
constexpr char const* name_of_end(char const* buffer, char const* view) {
  return is_buffer<End> ? buffer : is_view<End> ? view : How::host_end;
}

/// The ends' memory, compared with the queue's.
template <class A, class From, class To>
constexpr direction direction_of = !lies_on<From, A> ? direction::to_device
                                   : !lies_on<To, A> ? direction::from_device
                                                     : direction::on_device;

/// Always inlined: g++ 14 warns of the copy behind it where it knows two sizes that differ, and does not see that this
/// throws.
/// \throws size_error if the two have different numbers of elements, or two views different extents
template <class How, class From, class To>
[[gnu::always_inline]] inline void check_same_size(From const& from, To const& to) {
  if constexpr (is_view<From> && is_view<To>) {
    for (int i = 0; i < From::dimensions(); ++i) {
      if (from.extent(i) != to.extent(i)) views_differ(How::verb, from.extents, to.extents);
    }
  }
  auto const from_size = static_cast<long long>(from.size()), to_size = static_cast<long long>(to.size());
  if (from_size != to_size) {
    detail::sizes_differ(How::verb, name_of_end<How, From>("the buffer to copy from", "the view to copy from"),
                         from_size, name_of_end<How, To>("the buffer to copy to", "the view to copy to"), to_size);
  }
}

/// Copies all elements in the shape of a view among the two, by functions of the backend.
/// \pre both have the same size
template <class How, class Tag, class State, class From, class To>
void copy_between(Tag tag, State&& state, From const& from, To& to, direction which) {
  constexpr std::size_t element = sizeof(*from.data());
  if constexpr (!is_view<From> && !is_view<To>) {
    How::bytes(tag, state, to.data(), from.data(), static_cast<std::size_t>(from.size()) * element, which);
  } else if (from.size() > 0) {
    copy_shape shape;
    if constexpr (is_view<From>) {
      shape = shape_of_copy(from, from, to);
    } else {
      shape = shape_of_copy(to, from, to);
    }
    copy_shaped<How>(tag, state, shape, to.data(), from.data(), element, which);
  }
}

/// \throws overlap_error in checked builds, if the ends have an element in common
template <class From, class To>
void check_ends_apart(From const& from, To const& to, char const* verb) {
  check_apart(from, to, verb, "the elements to copy from", "those to copy to");
}

/// \pre can_copy<A, From, To>
template <class How, class A, class From, class To>
void copy_elements(queue<A>& on, From const& from, To& to) {
  using to_end = std::remove_const_t<To>;
  check_same_size<How, From, to_end>(from, to);
  if constexpr (dispatchable<A>) {
    check_ends_apart(from, to, How::verb);
    copy_with(on, from, false, How::verb);
    copy_with(on, to, true, How::verb);
    copy_between<How>(backend_of<A>{}, state_for_copy(on), from, to, direction_of<A, From, to_end>);
  }
}

}  // namespace mode_detail

/// Asks whether `copy(queue, from, to)` compiles: one end is a buffer or a view of `A`; the other is one too, a range
/// of the host, or a view of the host's memory. Both have elements of the same type, and those of `To` are not const.
/// Two views have as many dimensions, and both are row-major or both column-major.
template <class A, class From, class To>
concept can_copy = mode_detail::copy_ends<From const, To> && element_for<mode_detail::target_element_of<To>, A> &&
                   mode_detail::at_home_on<From, std::remove_const_t<To>, A> &&
                   mode_detail::at_home_on<std::remove_const_t<To>, From, A> &&
                   mode_detail::copies_elements<detail::element_of<From const>, mode_detail::target_element_of<To>> &&
                   mode_detail::same_lines<From, std::remove_const_t<To>>;

/// Copies all elements. From the host: the range may change as soon as this returns. To the host: waits for the work
/// before it in the queue, and the range holds the data on return. Within the accelerator: asynchronous if the backend
/// is. A view is copied in its own shape; a buffer or a range of the host at the other end holds its elements without
/// gaps, in the order of the view's layout. The ends have no element in common. Complexity: linear, and on CUDA
/// one call of CUDA in up to three dimensions.
/// \throws size_error if the two have different numbers of elements, or two views different extents; device_error if
/// the copy, or on a copy to the host earlier work, failed; overlap_error in checked builds, if the ends overlap
template <class A, class From, class To>
void copy(queue<A>& on, From const& from, To&& to) {
  using target = std::remove_reference_t<To>;
  using to_end = std::remove_const_t<target>;
  if constexpr (can_copy<A, From, target>) {
    mode_detail::copy_elements<mode_detail::copy_and_wait>(on, from, to);
    if constexpr (dispatchable<A>) {
      if (mode_detail::direction_of<A, From, to_end> == direction::from_device && from.size() > 0)
        mode_detail::waiting::order_of(on).done();
    }
  } else if constexpr (!mode_detail::copy_ends<From const, target>) {
    (void)sizeof(mode_detail::copy_of<From, target>);
  } else if constexpr (!mode_detail::at_home_on<From, to_end, A>) {
    (void)sizeof(mode_detail::same_accelerator<typename From::accelerator, A>);
  } else if constexpr (!mode_detail::at_home_on<to_end, From, A>) {
    (void)sizeof(mode_detail::same_accelerator<typename target::accelerator, A>);
  } else if constexpr (!mode_detail::copies_elements<detail::element_of<From const>,
                                                     mode_detail::target_element_of<target>>) {
    (void)sizeof(mode_detail::element_copy<detail::element_of<From const>, mode_detail::target_element_of<target>>);
  } else if constexpr (!element_for<mode_detail::target_element_of<target>, A>) {
    (void)sizeof(mode_detail::checked_element<mode_detail::target_element_of<target>, mode_detail::backend_of<A>>);
  } else {
    (void)sizeof(mode_detail::copy_of_views<From, to_end>);
  }
}

/// Does not compile; it says that the ends know their sizes.
template <class A, class From, class To, class Count>
  requires(!mode_detail::takes_work<To&>)
void copy(queue<A>&, From const&, To&&, Count const&) {
  constexpr bool is_a_queue = mode_detail::takes_work<To&>;
  static_assert(
      is_a_queue,
      "copy: the arguments are (queue, from, to), which know how many elements they have, and for memory of two "
      "accelerators (queue, from, other queue, to): of a pointer and a count make a range, std::span(p, n)");
}
/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<3, 4, Arguments...>
auto copy(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<3, 4, Arguments...>;
  static_assert(in_order,
                "copy: the queue comes first, a variable that is not const, then what is read and what is written: "
                "copy(queue, from, to)");
  return detail::any_result{};
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class copy_takes_a_queue_what_is_read_and_what_is_written = void>
detail::any_result copy(detail::any_value, detail::any_value = {}, detail::any_value = {},
                        detail::any_value = {}) = delete;

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

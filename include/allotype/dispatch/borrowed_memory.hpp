// SPDX-License-Identifier: BSL-1.0
/// \file
/// Memory that somebody else owns, as a view or as a buffer. Nothing is copied, and its owner releases it.
#pragma once

#include <type_traits>

#include <allotype/dispatch/buffer.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

/// A view of memory of `A` that somebody else owns, in row-major or `column_major{}` order; read-only if the address is
/// that of const elements, which `element_for` allows. The address is not checked: code on `A` must be able to read it,
/// it is aligned as `T` asks, and it must stay as long as the view is used. Complexity: constant, without a call of the
/// backend.
/// \throws size_error if a size is negative, 64 bits cannot hold their product, or 32-bit indices cannot reach all
/// elements
template <class A, class T, int Dimensions, class Index, class Layout = row_major>
[[nodiscard]] view<T, Dimensions, A, Index, Layout> view_of(queue<A>&, T* first, extents<Dimensions, Index> const& over,
                                                            Layout = {}) {
  static_assert(sizeof(mode_detail::checked_element<T, mode_detail::backend_of<A>>) != 0);
  long long const size = detail::check(over);
  if (sizeof(Index) == 4 && size > 0x7fffffff) detail::view_needs_64_bits(size);
  return {first, over};
}

/// Does not compile; it says what the arguments are.
template <class A, class T, class... Rest>
  requires(sizeof...(Rest) == 0 || (std::is_arithmetic_v<Rest> && ...))
[[nodiscard]] view<T, 1, A> view_of(queue<A>&, T*, Rest const&...) {
  constexpr bool has_extents = sizeof(T*) == 0;
  static_assert(has_extents,
                "view_of: the arguments are the queue, an address and extents: view_of(queue, first, at::extents{n})");
  return {};
}

/// Does not compile; it says what comes first.
template <class First, class... Rest>
  requires(!mode_detail::takes_work<First&> && mode_detail::wrong_arguments<2, 4, First&, Rest...>)
[[nodiscard]] auto view_of(First const&, Rest const&...) {
  constexpr bool has_a_queue = sizeof(First*) == 0;
  static_assert(has_a_queue, "view_of: the queue comes first: view_of(queue, first, at::extents{n})");
  return detail::any_result{};
}

/// Does not compile; it says what stands for a range.
template <class A, detail::host_range Range, class... Rest>
[[nodiscard]] auto view_of(queue<A>&, Range const&, Rest const&...) {
  constexpr bool has_an_address = sizeof(Range) == 0;
  static_assert(has_an_address,
                "view_of: a container's address is data(): view_of(queue, numbers.data(), at::extents{n}) where A "
                "reads the host's memory; else at::buffer{queue, numbers} copies it to A");
  return view<detail::element_of<Range const>, 1, A>{};
}

/// A buffer over memory of `A` that somebody else owns: verbs treat it as any buffer, and its destructor releases
/// nothing. Complexity: constant, without a call of the backend.
/// \throws size_error if a size is negative, or 64 bits cannot hold their product
template <class A, class T, int Dimensions, class Index>
[[nodiscard]] auto borrowed_buffer(queue<A>&, T* first, extents<Dimensions, Index> const& over) {
  static_assert(!std::is_const_v<T>,
                "borrowed_buffer: the elements are const, and a buffer can be written: use view_of");
  using element = std::remove_const_t<T>;
  return mode_detail::borrowing::over<buffer<element, A>>(
      mode_detail::given_memory<element>{const_cast<element*>(first), detail::check(over)});
}

/// The same over a range of the host, without a copy. Only for accelerators whose code runs on the host. The range must
/// stay, and keep its size, as long as the buffer is used. It is no temporary, and its elements are not const.
template <class A, class Range>
  requires detail::host_range<std::remove_reference_t<Range>>
[[nodiscard]] auto borrowed_buffer(queue<A>&, Range&& range) {
  using element = std::remove_reference_t<decltype(*range.data())>;
  constexpr bool reads = mode_detail::reads_host_memory<A>, stays = std::is_lvalue_reference_v<Range>,
                 writable = !std::is_const_v<element>;
  static_assert(
      reads || !dispatchable<A>,
      "borrowed_buffer: a range of the host, and code on this accelerator does not read the host's memory: make a "
      "buffer, which is a copy, or give an address in the accelerator's memory and extents");
  static_assert(stays,
                "borrowed_buffer: the range is a temporary, which is gone before the buffer is used: give it a name");
  static_assert(writable,
                "borrowed_buffer: the elements are const, and a buffer can be written: use view_of(queue, "
                "range.data(), at::extents{n})");
  using borrowed = buffer<std::remove_const_t<element>, A>;
  if constexpr (reads && stays && writable) {
    return mode_detail::borrowing::over<borrowed>(
        mode_detail::given_memory<element>{range.data(), static_cast<long long>(range.size())});
  } else {
    return borrowed();
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

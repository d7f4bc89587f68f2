// SPDX-License-Identifier: BSL-1.0
/// \file
/// A view is what kernels read and write: a pointer to memory of `A`, and its extents.
#pragma once

#include <cstddef>
#include <type_traits>

#include <allotype/accelerator/concepts.hpp>
#include <allotype/dispatch/extents.hpp>

namespace allotype {

namespace detail {

/// The type in which positions in memory are computed. On the host it has the width of a pointer, so that compilers keep
/// the start of a line in a register; on a GPU it is the index type, because 64 bits take two instructions.
template <class Index>
#ifdef __CUDA_ARCH__
using position = Index;
#else
using position = std::ptrdiff_t;
#endif

}  // namespace detail

/// Elements in memory of `A`, in row-major order. A view is trivially copyable and owns nothing. Indices are not checked.
///
/// A verb refuses a kernel that is a class template over views of another accelerator (also with numbers after the first
/// one or two views, or one number before them). The captures of a lambda are not part of its type and are not checked.
/// doc/reference/view.md has the rules.
template <class T, int Rank, accelerator A, class Index = int>
struct view {
  using element_type = T;
  using accelerator = A;

  T* elements;
  allotype::extents<Rank, Index> extents;

  /// The address of the first element, for calls of other libraries.
  ALLOTYPE_FN constexpr T* data() const { return elements; }

  ALLOTYPE_FN constexpr T& operator()(Index i) const
    requires(Rank == 1)
  {
    return elements[i];
  }
  ALLOTYPE_FN constexpr T& operator()(Index row, Index column) const
    requires(Rank == 2)
  {
    return elements[detail::position<Index>(row) * extents[1] + column];
  }
  ALLOTYPE_FN constexpr T& operator()(Index plane, Index row, Index column) const
    requires(Rank == 3)
  {
    return elements[(detail::position<Index>(plane) * extents[1] + row) * extents[2] + column];
  }
};

namespace detail {

template <class Type, class A>
inline constexpr bool belongs_elsewhere = false;
template <class T, int Rank, class Owner, class Index, class A>
inline constexpr bool belongs_elsewhere<view<T, Rank, Owner, Index>, A> = !std::is_same_v<Owner, A>;

/// The kernel is a class template over a view of another accelerator's memory than `A`'s.
template <class Kernel, class A>
inline constexpr bool reads_elsewhere = false;
template <template <class...> class Kernel, class... Parts, class A>
inline constexpr bool reads_elsewhere<Kernel<Parts...>, A> = (belongs_elsewhere<Parts, A> || ...);
// The same with numbers among the arguments: after one or two views, or before them.
template <template <class, auto, auto...> class Kernel, class Part, auto Number, auto... Numbers, class A>
inline constexpr bool reads_elsewhere<Kernel<Part, Number, Numbers...>, A> = belongs_elsewhere<Part, A>;
template <template <class, class, auto, auto...> class Kernel, class First, class Second, auto Number, auto... Numbers,
          class A>
inline constexpr bool reads_elsewhere<Kernel<First, Second, Number, Numbers...>, A> =
    belongs_elsewhere<First, A> || belongs_elsewhere<Second, A>;
template <template <auto, class, class...> class Kernel, auto Number, class Part, class... Parts, class A>
inline constexpr bool reads_elsewhere<Kernel<Number, Part, Parts...>, A> =
    belongs_elsewhere<Part, A> || (belongs_elsewhere<Parts, A> || ...);

}  // namespace detail

/// As far as its type shows, `Kernel` reads only memory of `A`.
template <class Kernel, class A>
concept stays_on = !detail::reads_elsewhere<Kernel, A>;

}  // namespace allotype

// SPDX-License-Identifier: BSL-1.0
/// \file
/// What kernels read and write: a pointer into memory of `A`, with its extents.
#pragma once

#include <cstddef>
#include <type_traits>

#include <allotype/accelerator/concepts.hpp>
#include <allotype/dispatch/extents.hpp>

namespace allotype {

namespace detail {

/// What positions in memory are computed in. A host's compiler keeps the start of a line in a register where positions
/// have the width of a pointer; a GPU takes two instructions for each of 64 bits.
template <class Index>
#ifdef __CUDA_ARCH__
using position = Index;
#else
using position = std::ptrdiff_t;
#endif

}  // namespace detail

/// Elements of memory that belongs to `A`, in row-major order. Trivially copyable; owns nothing. Kernels that are class
/// templates over their views (with numbers behind one or two of them, or one number before them) are checked: a verb on
/// another accelerator's queue does not take them. What a lambda captures, nobody can see.
template <class T, int Rank, accelerator A, class Index = int>
struct view {
  using element_type = T;
  using accelerator = A;

  T* elements;
  allotype::extents<Rank, Index> extents;

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

/// The kernel is a class template over a view of memory that is not `A`'s.
template <class Kernel, class A>
inline constexpr bool reads_elsewhere = false;
template <template <class...> class Kernel, class... Parts, class A>
inline constexpr bool reads_elsewhere<Kernel<Parts...>, A> = (belongs_elsewhere<Parts, A> || ...);
// The same with numbers among the arguments: behind one or two views, or before them.
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

/// A kernel that reads no memory of another accelerator than `A`, as far as its type tells.
template <class Kernel, class A>
concept stays_on = !detail::reads_elsewhere<Kernel, A>;

}  // namespace allotype

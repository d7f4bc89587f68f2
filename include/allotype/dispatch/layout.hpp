// SPDX-License-Identifier: BSL-1.0
/// \file
/// Layouts of views: the order of elements in memory, and the distances between them.
#pragma once

#include <cstddef>

#include <allotype/dispatch/extents.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Elements whose last index differs by one are neighbours in memory. The order of C's arrays, and of views by default.
struct row_major {
  using order = row_major;
  /// The layout of a part of a row-major view: neighbours are the same, and between lines there are gaps.
  struct strided {
    using order = row_major;
  };
};
/// Elements whose first index differs by one are neighbours in memory. The order of Fortran's arrays.
struct column_major {
  using order = column_major;
  /// The layout of a part of a column-major view.
  struct strided {
    using order = column_major;
  };
};

namespace detail {

/// The type in which positions in memory are computed. On the host it has the width of a pointer, so that compilers
/// keep the start of a line in a register; on a GPU it is the index type, because 64 bits take two instructions.
template <class Index>
#ifdef __CUDA_ARCH__
using position = Index;
#else
using position = std::ptrdiff_t;
#endif

/// \return distance * size; 0 on the host if the index type does not hold it, as in views without elements alone
template <class Index>
ALLOTYPE_FN constexpr Index farther(Index distance, Index size) {
#ifdef __CUDA_ARCH__
  return distance * size;
#else
  if constexpr (sizeof(Index) == 4) {
    long long const product = static_cast<long long>(distance) * size;
    return product > 0x7fffffff ? Index{} : static_cast<Index>(product);
  } else {
    // Divides only where one of the factors is large.
    bool const may_not_fit = distance > 0x7fffffff || size > 0x7fffffff;
    return may_not_fit && size > 0 && distance > 0x7fffffffffffffff / size ? Index{} : distance * size;
  }
#endif
}

/// What a view holds of its layout besides the extents: nothing where the extents tell all distances.
template <class Layout, int Dimensions, class Index>
struct strides;

template <int Dimensions, class Index>
struct strides<row_major, Dimensions, Index> {
  /// The position of an element, counted from the first one.
  template <class... I>
  ALLOTYPE_FN static constexpr position<Index> offset(extents<Dimensions, Index> const& over, I... index) {
    position<Index> before = 0;
    int dimension = 0;
    ((before = before * over[dimension++] + index), ...);
    return before;
  }
  /// The distance between elements whose index differs by one in this dimension.
  ALLOTYPE_FN static constexpr Index stride(extents<Dimensions, Index> const& over, int dimension) {
    Index distance = 1;
    for (int faster = dimension + 1; faster < Dimensions; ++faster) distance = farther(distance, over[faster]);
    return distance;
  }
};

template <int Dimensions, class Index>
struct strides<column_major, Dimensions, Index> {
  ALLOTYPE_FN static constexpr position<Index> offset(extents<0, Index> const&) { return 0; }
  template <class... I>
  ALLOTYPE_FN static constexpr position<Index> offset(extents<Dimensions, Index> const& over, position<Index> first,
                                                      I... slower) {
    if constexpr (sizeof...(I) == 0) {
      return first;
    } else {
      return offset(over, slower...) * over[Dimensions - 1 - static_cast<int>(sizeof...(I))] + first;
    }
  }
  ALLOTYPE_FN static constexpr Index stride(extents<Dimensions, Index> const& over, int dimension) {
    Index distance = 1;
    for (int faster = 0; faster < dimension; ++faster) distance = farther(distance, over[faster]);
    return distance;
  }
};

/// The distances of all dimensions but the fastest, whose neighbours are neighbours in memory.
template <int Dimensions, class Index, int Fastest>
struct stored_strides {
  static_assert(Dimensions > 1, "a view of one dimension has no gaps: its layout is row_major or column_major");
  Index distances[std::size_t{Dimensions - 1}];

  ALLOTYPE_FN constexpr Index stride(extents<Dimensions, Index> const&, int dimension) const {
    return dimension == Fastest ? Index{1} : distances[dimension - (Fastest == 0)];
  }
  ALLOTYPE_FN constexpr void set(int dimension, Index distance) {
    if (dimension != Fastest) distances[dimension - (Fastest == 0)] = distance;
  }
  template <class... I>
  ALLOTYPE_FN constexpr position<Index> offset(extents<Dimensions, Index> const& over, I... index) const {
    position<Index> sum = 0;
    int dimension = 0;
    ((sum += position<Index>(index) * stride(over, dimension++)), ...);
    return sum;
  }
};
template <int Dimensions, class Index>
struct strides<row_major::strided, Dimensions, Index> : stored_strides<Dimensions, Index, Dimensions - 1> {};
template <int Dimensions, class Index>
struct strides<column_major::strided, Dimensions, Index> : stored_strides<Dimensions, Index, 0> {};

/// The layout of a part. A part of one dimension has no gaps.
template <class Layout, int Dimensions>
struct layout_of_part {
  using type = typename Layout::order::strided;
};
template <class Layout>
struct layout_of_part<Layout, 1> {
  using type = Layout;
};

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

// SPDX-License-Identifier: BSL-1.0
/// \file
/// A small table that kernels only read.
#pragma once

#include <cstddef>

#include <allotype/dispatch/element.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// The arguments of a CUDA kernel have at most 32,764 bytes since CUDA 12.1, and 4,096 before. Views need some of them.
#if defined(__CUDACC__) && (__CUDACC_VER_MAJOR__ < 12 || (__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ < 1))
inline constexpr unsigned max_bytes_of_a_constant_table = 3584;
#else
inline constexpr unsigned max_bytes_of_a_constant_table = 32256;
#endif

/// In place of an element of a table that does not compile: that of a range of numbers is a number.
struct any_element {
  template <class T>
  ALLOTYPE_FN constexpr operator T() const {
    return {};
  }
};
template <class T>
struct in_place_of_an_element {
  using type = any_element;
};
template <class T>
  requires(std::is_arithmetic_v<typename T::value_type>)
struct in_place_of_an_element<T> {
  using type = typename T::value_type;
};

}  // namespace detail

/// `N` values of type `T` that a kernel holds: `constant_table{0.25f, 0.5f, 0.25f}`. `for_each` and `launch` copy a
/// kernel to the device with all that it holds, and a GPU reads it from its constant memory. There a read is fast if
/// all threads of a warp have the same index. The values have one type. Set them one by one as
/// `constant_table<float, 16> table; table.values[i] = …`. A table of more than 32,256 bytes (3,584 with CUDA before
/// 12.1) does not compile. Indices are not checked. doc/random_numbers.md says where a view of a buffer is better.
template <class T, int N>
struct constant_table {
  static_assert(
      sizeof(T) * N <= detail::max_bytes_of_a_constant_table,
      "constant_table<T, N>: too large to be copied with a kernel: at most 32,256 bytes, and 3,584 with CUDA before "
      "12.1; put it into a buffer and give the kernel a view of it");
  using element_type = T;

  T values[std::size_t{N}];  ///< all of them

  [[nodiscard]] ALLOTYPE_FN static constexpr int size() noexcept { return N; }
  /// \pre 0 <= i < N
  ALLOTYPE_FN constexpr T const& operator[](int i) const { return values[i]; }
};
/// Does not compile; it says what a table holds. It has nothing that a kernel could not have, so that no second error
/// follows.
template <class T, int N>
  requires(!mode_detail::element_in<T, mode_detail::strictest_backend>::value)
struct constant_table<T, N> {
  static_assert(sizeof(mode_detail::checked_element<T, mode_detail::strictest_backend>) != 0);
  using element_type = T;

  T* values = nullptr;

  template <class... Values>
  explicit constexpr constant_table(Values const&...) {}
  ALLOTYPE_FN static constexpr int size() noexcept { return N; }
  ALLOTYPE_FN constexpr typename detail::in_place_of_an_element<T>::type operator[](int) const { return {}; }
};
template <class T, class... More>
constant_table(T, More...) -> constant_table<T, 1 + static_cast<int>(sizeof...(More))>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

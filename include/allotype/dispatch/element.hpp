// SPDX-License-Identifier: BSL-1.0
/// \file
/// What may be an element of memory that code on an accelerator reads: one rule for buffers, views, pinned and shared
/// memory, tables, and the values of reductions and scans.
#pragma once

#include <cstddef>
#include <type_traits>

#include <allotype/dispatch/backend.hpp>
#include <allotype/plan/block.hpp>

// CUDA's pairs of 16-bit numbers, declared alone: their headers are large.
struct __half2;
struct __nv_bfloat162;

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A copy of the bytes of a `T` is a copy of the `T`. True of what is trivially copyable, and of CUDA's `__half2` and
/// `__nv_bfloat162`. For a type of your own that has a copy constructor and is copied as bytes all the same, say so:
/// `template <> inline constexpr bool allotype::is_device_copyable<my_number> = true;`
template <class T>
inline constexpr bool is_device_copyable = std::is_trivially_copyable_v<T>;
template <class T>
inline constexpr bool is_device_copyable<T const> = is_device_copyable<T>;
template <class T, std::size_t N>
inline constexpr bool is_device_copyable<T[N]> = is_device_copyable<T>;
template <class T, std::size_t N>
inline constexpr bool is_device_copyable<T const[N]> = is_device_copyable<T>;
/// `std::array` of such pairs, and what is made like it.
template <template <class, auto> class Array, class T, auto N>
  requires(!std::is_trivially_copyable_v<Array<T, N>> && std::is_aggregate_v<Array<T, N>> &&
           std::is_trivially_destructible_v<Array<T, N>> && sizeof(Array<T, N>) == sizeof(T) * N)
inline constexpr bool is_device_copyable<Array<T, N>> = is_device_copyable<T>;
template <>
inline constexpr bool is_device_copyable<__half2> = true;
template <>
inline constexpr bool is_device_copyable<__nv_bfloat162> = true;

namespace detail {

struct any_member {
  template <class T>
  operator T() const;
};
struct long_double_member {
  template <class T>
    requires std::is_same_v<T, long double>
  operator T() const;
};
/// One of the first members of an aggregate, or the first member of one of these, is a `long double`.
template <class T, class... Before>
constexpr bool has_long_double_member() {
  if constexpr (requires { T{Before{}..., long_double_member{}}; }) {
    return true;
  } else if constexpr (sizeof...(Before) < 16 && requires { T{Before{}..., any_member{}}; }) {
    return has_long_double_member<T, Before..., any_member>();
  } else {
    return false;
  }
}

/// A type that holds a `long double` has its alignment, so few types are looked into.
template <class T>
concept aligned_as_long_double = alignof(T) >= alignof(long double) && sizeof(T) >= sizeof(long double);

/// `T` has a `long double`, as far as types show: `T` itself, arrays, what a class template is over, members of
/// aggregates.
template <class T>
inline constexpr bool has_long_double = [] {
  if constexpr (std::is_aggregate_v<T> && std::is_class_v<T>) {
    if constexpr (aligned_as_long_double<T>) return has_long_double_member<T>();
  }
  return false;
}();
template <>
inline constexpr bool has_long_double<long double> = true;
template <class T, std::size_t N>
inline constexpr bool has_long_double<T[N]> = has_long_double<T>;
template <template <class...> class Class, class... T>
  requires(has_long_double<T> || ...)
inline constexpr bool has_long_double<Class<T...>> = aligned_as_long_double<Class<T...>>;
template <template <class, auto...> class Class, class T, auto... Number>
  requires has_long_double<T>
inline constexpr bool has_long_double<Class<T, Number...>> = aligned_as_long_double<Class<T, Number...>>;

/// `std::complex` of libstdc++, without its header. nvcc makes no code of its arithmetic for a GPU, and says nothing.
template <class T>
concept complex_of_the_host = requires(T const& number) {
  number.__rep();
  number.imag();
};

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// What the addresses of memory are multiples of, as a backend's functions return it. A backend of a user's promises no
/// more than `malloc` does.
template <class Backend>
inline constexpr std::size_t alignment_of_memory = alignof(std::max_align_t);
template <>
inline constexpr std::size_t alignment_of_memory<serial> = 64;  // for the widest vector instructions
template <>
inline constexpr std::size_t alignment_of_memory<openmp> = alignment_of_memory<serial>;
/// CUDA C++ Programming Guide, "Device Memory Accesses".
template <>
inline constexpr std::size_t alignment_of_memory<cuda_backend> = 256;

/// Whether memory of a backend holds elements of type `T`.
template <class T, class Backend>
struct element_in {
  using single = std::remove_cv_t<std::remove_all_extents_t<T>>;
  static constexpr bool on_gpu = std::is_same_v<Backend, cuda_backend>;
  static constexpr bool copied = is_device_copyable<T>;
  static constexpr bool same_format = !on_gpu || !detail::has_long_double<single>;
  static constexpr bool computes = !on_gpu || !detail::complex_of_the_host<single>;
  static constexpr bool aligned = [] {
    if constexpr (on_gpu && copied) return alignof(single) <= alignment_of_memory<cuda_backend>;
    return true;
  }();
  static constexpr bool value = copied && same_format && computes && aligned;
};
/// An error for each reason why it does not. It is asked for its size: of a member clang 17 has a second error.
template <class T, class Backend>
struct checked_element {
  using is = element_in<T, Backend>;
  static_assert(
      is::copied,
      "an accelerator's memory holds what is copied as bytes, and this type is neither trivially copyable nor "
      "said to be: hold numbers, or structs and arrays of them; where a copy of its bytes is a copy, specialise "
      "at::is_device_copyable");
  static_assert(is::same_format, "a long double has other bytes on a GPU than on the host: use double");
  static_assert(
      is::computes,
      "on a GPU the arithmetic of std::complex does nothing: use cuda::std::complex, which has the same bytes");
  static_assert(is::aligned, "CUDA aligns memory to 256 bytes, and this type is aligned to more");
};

/// The backend of tables, which know no accelerator: of a GPU in a file with code for one.
#ifdef __CUDACC__
using strictest_backend = cuda_backend;
#else
using strictest_backend = serial;
#endif

/// The same of `shared<T>()`.
template <class T, class Backend>
struct checked_shared : checked_element<T, Backend> {
  static_assert(alignof(T) <= detail::alignment_of_shared_memory,
                "shared<T>(): a block's shared memory is aligned to 128 bytes, and this type is aligned to more");
};

}  // namespace mode_detail

/// Asks whether a `buffer<T, A>` compiles, and with it a view, pinned and shared memory of `T` on `A`: a `T` is copied
/// as bytes, and it has the same format and a possible alignment there.
template <class T, class A>
concept element_for = accelerator<A> && mode_detail::element_in<T, mode_detail::backend_of<A>>::value;

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

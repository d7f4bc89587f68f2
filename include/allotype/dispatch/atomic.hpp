// SPDX-License-Identifier: BSL-1.0
/// \file
/// `atomic(values(i)).fetch_add(1)`: an element that several indices, threads or blocks change at the same time.
#pragma once

#include <type_traits>

#include <allotype/dispatch/detail/atomic_element.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// What `atomic` takes. `type` is a number where it does not.
template <class T>
struct checked_element_of_atomic {
  using element = std::remove_const_t<T>;
  static constexpr bool is_number = is_atomic_number<element>, is_struct = is_struct_of_a_word<element>;
  static constexpr bool known = is_number || is_struct;
  static constexpr bool whole = is_number || !is_struct || has_no_padding<element>;
  static constexpr bool aligned = is_number || !is_struct || alignof(element) >= sizeof(element);
  static constexpr bool writable = !std::is_const_v<T>;
  static_assert(known,
                "atomic: the element is of another type than integers, float, double, and structs of 4 or 8 bytes that "
                "are trivially copyable");
  static_assert(whole,
                "atomic: the struct has padding, whose bits nobody sets and compare_exchange compares: make its "
                "members fill its size");
  static_assert(
      !whole || aligned,
      "atomic: the struct's alignment is less than its size, so it may cross a word: write struct alignas(8), "
      "or alignas(4) for one of 4 bytes");
  static_assert(!known || writable, "atomic: the element is const: make the view of a buffer that is not const");
  using type = std::conditional_t<known && whole && aligned, element, int>;
};
template <class T>
  requires is_of_16_bytes<std::remove_const_t<T>>
struct checked_element_of_atomic<T> {
  static constexpr bool is_read = sizeof(T) == 0;
  static_assert(is_read, "atomic: for elements of 16 bytes write #include <allotype/atomic_16_bytes.hpp>");
  using type = int;
};

}  // namespace detail

/// An element of a view, or a variable in a block's shared memory, for operations that are atomic: no other thread of
/// the scope comes between their read and their write. In kernels, and on the host for its own memory. The element is
/// an integer of 8 to 64 bits, a `float` or a `double`, or a struct of 4 or 8 bytes without padding, aligned to its
/// size, which has the first four operations. The last argument of each is a `memory_order`, `relaxed` by default;
/// `load` uses its acquiring part, `store` its releasing part.
///
/// | operation                                           | the element becomes                                  | returns           |
/// |-----------------------------------------------------|------------------------------------------------------|-------------------|
/// | `load()`                                            | what it is                                           | the value         |
/// | `store(x)`                                          | `x`                                                  |                   |
/// | `exchange(x)`                                       | `x`                                                  | the value before  |
/// | `compare_exchange(expected, x)`                     | `x` if it is `expected`, bit for bit; else it stays  | whether it was; if not, `expected` is what it is |
/// | `fetch_add(x)`, `fetch_sub(x)`                      | the sum, the difference                              | the value before  |
/// | `fetch_min(x)`, `fetch_max(x)`                      | the smaller, the larger of itself and `x`, by `<`    | the value before  |
/// | `fetch_and(x)`, `fetch_or(x)`, `fetch_xor(x)`       | the bits in both, in either, in one; integers only   | the value before  |
///
/// Integers wrap around, so `-1` is also a value for an unsigned one; a `double` is rounded to a `float`. A
/// floating-point number for an integer, 64 bits for a smaller element and a const element do not compile. A NaN given
/// to `fetch_min` changes nothing, and an element that is NaN stays. On CUDA an operation on 8 or 16 bits exchanges the
/// word of 32 bits around them: the size of borrowed memory must be a multiple of four bytes. nvcc does not see
/// padding. doc/atomics.md shows scopes and orders. Complexity: one instruction of the processor, or a loop over
/// `compare_exchange` where it has none.
/// \throws nothing
template <memory_scope Scope = memory_scope::device, class T>
[[nodiscard]] ALLOTYPE_FN auto atomic(T& element) {
  using type = typename detail::checked_element_of_atomic<T>::type;
  using result = std::conditional_t<Scope == memory_scope::block, detail::element_of_one_thread<type, Scope>,
                                    detail::atomic_element<type, Scope>>;
  return result(reinterpret_cast<type*>(const_cast<std::remove_const_t<T>*>(&element)));
}

/// Does not compile; it says what it takes.
template <memory_scope Scope = memory_scope::device, class T>
  requires(!std::is_reference_v<T> && !std::is_const_v<T>)
[[nodiscard]] ALLOTYPE_FN auto atomic(T&& value) {
  constexpr bool is_element = std::is_reference_v<T>;
  static_assert(is_element,
                "atomic: the argument is a value, and no element: for the element x(i) write "
                "atomic(x(i)).fetch_add(value)");
  return atomic<Scope>(static_cast<T&>(value));
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

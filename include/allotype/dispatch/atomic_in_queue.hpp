// SPDX-License-Identifier: BSL-1.0
/// \file
/// `atomic_in_queue<A>(values(i)).fetch_add(1)`: an element that only the work of one queue touches meanwhile.
#pragma once

#include <type_traits>

#include <allotype/dispatch/atomic.hpp>
#include <allotype/dispatch/backend.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// A backend that derives from `serial` may have threads.
template <class A>
inline constexpr bool has_one_thread = false;
template <accelerator A>
inline constexpr bool has_one_thread<A> = std::is_same_v<backend_of<A>, serial>;

}  // namespace mode_detail

/// `atomic(element)` where nothing but the work of one queue of `A` touches the element until that work is done: no
/// other queue, and no thread of the host. The caller states it. Where such a queue has one thread, on the CPU without
/// OpenMP, each operation is a plain read and write; elsewhere it is `atomic`'s. The operations and their results are
/// the same. doc/atomics.md has the rules.
template <class A, class T>
[[nodiscard]] ALLOTYPE_FN auto atomic_in_queue(T& element) {
  constexpr bool of_accelerator = accelerator<A>;
  static_assert(of_accelerator,
                "atomic_in_queue: the template argument is the accelerator of the queue, whose work alone touches the "
                "element: atomic_in_queue<A>(x(i)).fetch_add(1)");
  using type = typename detail::checked_element_of_atomic<T>::type;
  using result =
      std::conditional_t<mode_detail::has_one_thread<A>, detail::element_of_one_thread<type, memory_scope::device>,
                         detail::atomic_element<type, memory_scope::device>>;
  return result(reinterpret_cast<type*>(const_cast<std::remove_const_t<T>*>(&element)));
}

/// Does not compile; it says what it takes.
template <class A, class T>
  requires(!std::is_reference_v<T> && !std::is_const_v<T>)
[[nodiscard]] ALLOTYPE_FN auto atomic_in_queue(T&& value) {
  constexpr bool is_element = std::is_reference_v<T>;
  static_assert(is_element,
                "atomic_in_queue: the argument is a value, and no element: for the element x(i) write "
                "atomic_in_queue<A>(x(i)).fetch_add(value)");
  return atomic_in_queue<A>(static_cast<T&>(value));
}

/// Does not compile; it says what stands between the brackets.
template <class T>
[[nodiscard]] ALLOTYPE_FN auto atomic_in_queue(T&&) {
  constexpr bool names_the_accelerator = sizeof(T) == 0;
  static_assert(names_the_accelerator,
                "atomic_in_queue: the template argument is the accelerator of the queue, whose work alone touches the "
                "element: atomic_in_queue<A>(x(i)).fetch_add(1)");
  return detail::refused_element<std::remove_cvref_t<T>>(nullptr);
}

}  // namespace ALLOTYPE_MODE

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

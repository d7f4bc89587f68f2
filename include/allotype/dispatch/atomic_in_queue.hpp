// SPDX-License-Identifier: BSL-1.0
/// \file
/// `atomic_in_queue<A>(values(i)).fetch_add(1)`: an element that only the work of one queue touches meanwhile.
#pragma once

#include <type_traits>

#include <allotype/dispatch/atomic.hpp>
#include <allotype/dispatch/backend.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// `element`, which no other thread touches: each operation reads and writes it as any variable. Its operators are
/// those of an atomic element, which say what it has.
template <class T>
class element_of_one_thread : public atomic_element<T, memory_scope::device> {
 public:
  ALLOTYPE_FN explicit element_of_one_thread(T* element)
      : atomic_element<T, memory_scope::device>(element), element_(element) {}

  [[nodiscard]] ALLOTYPE_FN T load(memory_order = memory_order::relaxed) const {
#ifndef __CUDA_ARCH__
    [[maybe_unused]] atomic_access const noted(element_);
#endif
    return *element_;
  }
  template <class Value = T>
  ALLOTYPE_FN void store(Value given, memory_order = memory_order::relaxed) const {
    exchange(given);
  }
  template <class Value = T>
  ALLOTYPE_FN T exchange(Value given, memory_order = memory_order::relaxed) const {
    T const value = as_operand<T>(given);
    return changed([&](T) { return value; });
  }
  template <class Expected, class Value = T>
  ALLOTYPE_FN bool compare_exchange(Expected&& expected, Value given, memory_order = memory_order::relaxed) const {
    if constexpr (std::is_same_v<Expected, T&>) {
      T const value = as_operand<T>(given), wanted = expected;
      expected = load();
      bool const done = bits(expected) == bits(wanted);
      if (done) store(value);
      return done;
    } else {
      expected_of_an_exchange<T, Expected>();
      return false;
    }
  }
  template <class Value = T>
    requires(is_atomic_number<T>)
  ALLOTYPE_FN T fetch_add(Value given, memory_order = memory_order::relaxed) const {
    T const by = as_operand<T>(given);
    return changed([&](T now) { return sum(now, by); });
  }
  template <class Value = T>
    requires(is_atomic_number<T>)
  ALLOTYPE_FN T fetch_sub(Value given, memory_order = memory_order::relaxed) const {
    T const by = as_operand<T>(given);
    return changed([&](T now) { return difference(now, by); });
  }
  template <class Value = T>
    requires(is_atomic_number<T>)
  ALLOTYPE_FN T fetch_min(Value given, memory_order = memory_order::relaxed) const {
    T const with = as_operand<T>(given);
    return changed([&](T now) { return with < now ? with : now; });
  }
  template <class Value = T>
    requires(is_atomic_number<T>)
  ALLOTYPE_FN T fetch_max(Value given, memory_order = memory_order::relaxed) const {
    T const with = as_operand<T>(given);
    return changed([&](T now) { return now < with ? with : now; });
  }
  template <class Value = T>
  ALLOTYPE_FN T fetch_and(Value given, memory_order = memory_order::relaxed) const {
    if constexpr (std::is_integral_v<T>) {
      T const with = as_operand<T>(given);
      return changed([&](T now) { return static_cast<T>(now & with); });
    } else {
      bits_of_an_element<T, Value>();
      return T{};
    }
  }
  template <class Value = T>
  ALLOTYPE_FN T fetch_or(Value given, memory_order = memory_order::relaxed) const {
    if constexpr (std::is_integral_v<T>) {
      T const with = as_operand<T>(given);
      return changed([&](T now) { return static_cast<T>(now | with); });
    } else {
      bits_of_an_element<T, Value>();
      return T{};
    }
  }
  template <class Value = T>
  ALLOTYPE_FN T fetch_xor(Value given, memory_order = memory_order::relaxed) const {
    if constexpr (std::is_integral_v<T>) {
      T const with = as_operand<T>(given);
      return changed([&](T now) { return static_cast<T>(now ^ with); });
    } else {
      bits_of_an_element<T, Value>();
      return T{};
    }
  }

 private:
  using word = atomic_word<T>;
  static ALLOTYPE_FN word bits(T const& value) { return __builtin_bit_cast(word, value); }
  /// Integers wrap around.
  static ALLOTYPE_FN T sum(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<word>(static_cast<word>(a) + static_cast<word>(b)));
    } else {
      return a + b;
    }
  }
  static ALLOTYPE_FN T difference(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<word>(static_cast<word>(a) - static_cast<word>(b)));
    } else {
      return a - b;
    }
  }
  /// Sets the element to `to(element)`. Returns what it was.
  template <class To>
  ALLOTYPE_FN T changed(To const& to) const {
#ifndef __CUDA_ARCH__
    [[maybe_unused]] atomic_access const noted(element_);
#endif
    T const before = *element_;
    *element_ = to(before);
    return before;
  }

  T* element_;
};

}  // namespace detail

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
  using result = std::conditional_t<mode_detail::has_one_thread<A>, detail::element_of_one_thread<type>,
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

}  // namespace ALLOTYPE_MODE

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

// SPDX-License-Identifier: BSL-1.0
/// \file
/// `atomic(pairs(i)).compare_exchange(expected, desired)` of elements of 16 bytes: a pointer and a count, two doubles,
/// or an `__int128`.
#pragma once

#include <type_traits>

#include <allotype/dispatch/atomic.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
namespace detail {

/// 16 bytes as instructions take them.
struct alignas(16) two_words {
  unsigned long long low, high;
  friend ALLOTYPE_FN constexpr bool operator==(two_words const& a, two_words const& b) {
    return a.low == b.low && a.high == b.high;
  }
};

#ifdef __CUDACC__
template <class T>
concept fills_two_words = true;  // nvcc 13 crashes where such a constant has padding
#else
template <class T>
concept fills_two_words =
    !std::is_class_v<T> || std::has_unique_object_representations_v<T> ||
    // A compiler reads no bit of padding in a constant.
    requires { std::integral_constant<unsigned long long, __builtin_bit_cast(two_words, T{}).low>{}; };
#endif

#ifndef __CUDA_ARCH__
/// What was there. `to` is there now if that was `expected`.
inline two_words exchanged_if(two_words* at, two_words expected, two_words to) {
#  ifdef __x86_64__
  // g++ has no builtin of it without a library, and clang++ none without -mcx16.
  asm volatile("lock cmpxchg16b %0"
               : "+m"(*at), "+a"(expected.low), "+d"(expected.high)
               : "b"(to.low), "c"(to.high)
               : "memory", "cc");
#  else
  __atomic_compare_exchange(at, &expected, &to, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);  // in libatomic
#  endif
  return expected;
}
#endif

/// `element` of 16 bytes, for atomic operations. All return the value before.
template <class T, memory_scope Scope>
class atomic_element_of_16_bytes {
 public:
  ALLOTYPE_FN explicit atomic_element_of_16_bytes(T* element) : element_(element) {}

  [[nodiscard]] ALLOTYPE_FN T load(memory_order order = memory_order::relaxed) const {
    return value(changed_if(two_words{}, two_words{}, acquires(order) ? order : memory_order::relaxed));
  }
  ALLOTYPE_FN void store(T value, memory_order order = memory_order::relaxed) const {
    static_cast<void>(exchange(value, releases(order) ? order : memory_order::relaxed));
  }
  ALLOTYPE_FN T exchange(T to, memory_order order = memory_order::relaxed) const {
    for (two_words before{};;) {
      two_words const found = changed_if(before, words(to), order);
      if (found == before) return value(found);
      before = found;
    }
  }
  /// Sets the element to `value` if it is `expected`, bit for bit. Otherwise `expected` becomes what it is.
  ALLOTYPE_FN bool compare_exchange(T& expected, T to, memory_order order = memory_order::relaxed) const {
    two_words const wanted = words(expected), found = changed_if(wanted, words(to), order);
    if (found == wanted) return true;
    expected = value(found);
    return false;
  }
  /// Does not compile; it says what the first argument is.
  template <class Expected>
    requires(!std::is_same_v<Expected, T&>)
  ALLOTYPE_FN bool compare_exchange(Expected&&, T, memory_order = memory_order::relaxed) const {
    expected_of_an_exchange<T, Expected>();
    return false;
  }

 private:
  static ALLOTYPE_FN two_words words(T value) { return __builtin_bit_cast(two_words, value); }
  static ALLOTYPE_FN T value(two_words words) { return __builtin_bit_cast(T, words); }

  ALLOTYPE_FN two_words changed_if(two_words expected, two_words to, [[maybe_unused]] memory_order order) const {
    [[maybe_unused]] auto* const at = reinterpret_cast<two_words*>(element_);
#ifdef __CUDA_ARCH__
    constexpr bool has_instruction = __CUDA_ARCH__ >= 900 && sizeof(T) == 16;
    static_assert(has_instruction,
                  "atomic: GPUs before compute capability 9.0 cannot exchange 16 bytes at once: compile for sm_90 or "
                  "newer, or keep an index of 4 bytes instead of a pointer, so that the struct has 8 bytes");
#  if __CUDA_ARCH__ < 900
    return to;
#  else
    fence<Scope>(releases(order));
    two_words found;
    if constexpr (Scope == memory_scope::block) {
      found = atomicCAS_block(at, expected, to);
    } else if constexpr (Scope == memory_scope::device) {
      found = atomicCAS(at, expected, to);
    } else {
      found = atomicCAS_system(at, expected, to);
    }
    fence<Scope>(acquires(order));
    return found;
#  endif
#else
    [[maybe_unused]] atomic_access const noted(element_);
    return exchanged_if(at, expected, to);
#endif
  }

  T* element_;
};

/// What `atomic` takes of 16 bytes.
template <class T>
struct checked_16_bytes_of_atomic {
  using element = std::remove_const_t<T>;
  static constexpr bool whole = fills_two_words<element>, aligned = alignof(element) >= 16;
  static constexpr bool writable = !std::is_const_v<T>;
  static_assert(whole,
                "atomic: the struct has padding, whose bits nobody sets and compare_exchange compares: make its "
                "members fill its size");
  static_assert(!whole || aligned,
                "atomic: the struct's alignment is less than its size, and the instruction refuses an address between: "
                "write struct alignas(16)");
  static_assert(writable, "atomic: the element is const: make the view of a buffer that is not const");
  static constexpr bool is_right = whole && aligned && writable;
};

}  // namespace detail

/// As `atomic` of other elements, for a trivially copyable struct of 16 bytes without padding, or an `__int128`:
/// `load`, `store`, `exchange` and `compare_exchange`. On GPUs from compute capability 9.0 on.
template <memory_scope Scope = memory_scope::device, class T>
  requires detail::is_of_16_bytes<std::remove_const_t<T>>
[[nodiscard]] ALLOTYPE_FN auto atomic(T& element) {
  using type = std::remove_const_t<T>;
  static_cast<void>(detail::checked_16_bytes_of_atomic<T>::is_right);
  return detail::atomic_element_of_16_bytes<type, Scope>(const_cast<type*>(&element));
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

// SPDX-License-Identifier: BSL-1.0
/// \file
/// `atomic(values(i)).fetch_add(1)`: an element that several indices, threads or blocks change at the same time.
#pragma once

#include <type_traits>

#include <allotype/core/mode.hpp>
#include <allotype/dispatch/detail/narrowing.hpp>
#include <allotype/dispatch/detail/observed_block.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// What an atomic operation says about the other reads and writes of its thread. `acquire`: those behind it happen
/// after it. `release`: those before it happen before it, as seen by who acquires the element's value.
enum class memory_order {
  relaxed = __ATOMIC_RELAXED,  ///< nothing
  acquire = __ATOMIC_ACQUIRE,
  release = __ATOMIC_RELEASE,
  acquire_release = __ATOMIC_ACQ_REL
};

/// Which threads an atomic operation is atomic for. On the CPU `device` and `system` are all of them, and one thread
/// runs a block: there an operation of its scope is a plain read and write.
enum class memory_scope {
  block,   ///< of the same block of a launch
  device,  ///< of the same GPU
  system   ///< of all devices and the host
};

namespace detail {

ALLOTYPE_FN constexpr bool acquires(memory_order order) {
  return order == memory_order::acquire || order == memory_order::acquire_release;
}
ALLOTYPE_FN constexpr bool releases(memory_order order) {
  return order == memory_order::release || order == memory_order::acquire_release;
}

template <class T>
inline constexpr bool is_atomic_number = std::is_same_v<T, float> || std::is_same_v<T, double> ||
                                         (std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8);

/// The types that hardware and compilers know for a value of this size: the sign matters to a minimum.
template <class T>
using atomic_word = std::conditional_t<
    sizeof(T) == 8, unsigned long long,
    std::conditional_t<sizeof(T) == 4, unsigned, std::conditional_t<sizeof(T) == 2, unsigned short, unsigned char>>>;
template <class T>
using atomic_integer =
    std::conditional_t<!std::is_signed_v<T>, atomic_word<T>, std::conditional_t<sizeof(T) == 8, long long, int>>;

/// A struct that is compared and exchanged as a whole.
template <class T>
inline constexpr bool is_struct_of_a_word =
    std::is_class_v<T> && std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);
/// `atomic` of these is in `<allotype/atomic_16_bytes.hpp>`.
template <class T>
inline constexpr bool is_of_16_bytes =
    sizeof(T) == 16 && std::is_trivially_copyable_v<T> && !std::is_floating_point_v<T> && !std::is_array_v<T>;
template <class T>
concept has_no_padding = std::has_unique_object_representations_v<T> ||
                         // A compiler reads no bit of padding in a constant.
                         (sizeof(T) == sizeof(atomic_word<T>) && requires {
                           std::integral_constant<atomic_word<T>, __builtin_bit_cast(atomic_word<T>, T{})>{};
                         });

#ifdef __CUDA_ARCH__

/// CUDA's functions have the scope in their names.
#  define ALLOTYPE_SCOPED(function, ...)                              \
    (Scope == memory_scope::block    ? function##_block(__VA_ARGS__)  \
     : Scope == memory_scope::system ? function##_system(__VA_ARGS__) \
                                     : function(__VA_ARGS__))

/// Atomic operations on a GPU are relaxed; fences around them make the order.
template <memory_scope Scope>
__device__ inline void fence(bool is_wanted) {
  if (!is_wanted) return;
  if constexpr (Scope == memory_scope::block) {
    __threadfence_block();
  } else if constexpr (Scope == memory_scope::device) {
    __threadfence();
  } else {
    __threadfence_system();
  }
}

template <memory_scope Scope, class T>
struct atomic_operations {
  using word = atomic_word<T>;
  using integer = atomic_integer<T>;
  static __device__ word* words(T* at) { return reinterpret_cast<word*>(at); }
  static __device__ integer* integers(T* at) { return reinterpret_cast<integer*>(at); }
  static __device__ word bits(T value) { return __builtin_bit_cast(word, value); }
  static __device__ T value(word bits) { return __builtin_bit_cast(T, bits); }

  static __device__ T load(T const* at, memory_order order) {
    word const read = *reinterpret_cast<word const volatile*>(at);
    fence<Scope>(acquires(order));
    return value(read);
  }
  static __device__ void store(T* at, T to, memory_order order) {
    fence<Scope>(releases(order));
    *const_cast<word volatile*>(words(at)) = bits(to);
  }
  static __device__ T exchange(T* at, T to) { return value(ALLOTYPE_SCOPED(atomicExch, words(at), bits(to))); }
  static __device__ bool compare_exchange(T* at, T& expected, T to) {
    word const before = ALLOTYPE_SCOPED(atomicCAS, words(at), bits(expected), bits(to));
    bool const done = before == bits(expected);
    expected = value(before);
    return done;
  }
  static __device__ T add(T* at, T by) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(ALLOTYPE_SCOPED(atomicAdd, words(at), static_cast<word>(by)));
    } else {
      return ALLOTYPE_SCOPED(atomicAdd, at, by);
    }
  }
  static __device__ T take_smaller(T* at, T with)
    requires(std::is_integral_v<T>)
  {
    return static_cast<T>(ALLOTYPE_SCOPED(atomicMin, integers(at), static_cast<integer>(with)));
  }
  static __device__ T take_larger(T* at, T with)
    requires(std::is_integral_v<T>)
  {
    return static_cast<T>(ALLOTYPE_SCOPED(atomicMax, integers(at), static_cast<integer>(with)));
  }
  static __device__ T bits_and(T* at, T with) {
    return static_cast<T>(ALLOTYPE_SCOPED(atomicAnd, words(at), static_cast<word>(with)));
  }
  static __device__ T bits_or(T* at, T with) {
    return static_cast<T>(ALLOTYPE_SCOPED(atomicOr, words(at), static_cast<word>(with)));
  }
  static __device__ T bits_xor(T* at, T with) {
    return static_cast<T>(ALLOTYPE_SCOPED(atomicXor, words(at), static_cast<word>(with)));
  }
};

/// Numbers of 8 and 16 bits: each operation compares and exchanges the word of 32 bits that they lie in.
template <memory_scope Scope, class T>
  requires(sizeof(T) < 4)
struct atomic_operations<Scope, T> {
  static __device__ T load(T const* at, memory_order order) {
    T const read = *static_cast<T const volatile*>(at);
    fence<Scope>(acquires(order));
    return read;
  }
  static __device__ void store(T* at, T to, memory_order order) {
    fence<Scope>(releases(order));
    *static_cast<T volatile*>(at) = to;
  }
  static __device__ T exchange(T* at, T to) {
    return changed(at, [=](T) { return to; });
  }
  static __device__ bool compare_exchange(T* at, T& expected, T to) {
    T const wanted = expected;
    expected = changed(at, [=](T now) { return now == wanted ? to : now; });
    return expected == wanted;
  }
  static __device__ T add(T* at, T by) {
    return changed(at, [=](T now) { return static_cast<T>(now + by); });
  }
  static __device__ T take_smaller(T* at, T with) {
    return changed(at, [=](T now) { return with < now ? with : now; });
  }
  static __device__ T take_larger(T* at, T with) {
    return changed(at, [=](T now) { return now < with ? with : now; });
  }
  static __device__ T bits_and(T* at, T with) {
    return changed(at, [=](T now) { return static_cast<T>(now & with); });
  }
  static __device__ T bits_or(T* at, T with) {
    return changed(at, [=](T now) { return static_cast<T>(now | with); });
  }
  static __device__ T bits_xor(T* at, T with) {
    return changed(at, [=](T now) { return static_cast<T>(now ^ with); });
  }

 private:
  /// Sets the element to `to(element)`. Returns what it was.
  template <class To>
  static __device__ T changed(T* at, To const& to) {
    auto const address = reinterpret_cast<unsigned long long>(at);
    unsigned* const word = reinterpret_cast<unsigned*>(address & ~3ULL);
    int const shift = static_cast<int>(address & 3) * 8;
    unsigned const mask = static_cast<unsigned>(static_cast<atomic_word<T>>(~0U)) << shift;
    for (unsigned before = *static_cast<unsigned volatile*>(word);;) {
      T const now = static_cast<T>(before >> shift), wanted = to(now);
      if (wanted == now) return now;
      unsigned const after = (before & ~mask) | (static_cast<unsigned>(static_cast<atomic_word<T>>(wanted)) << shift);
      unsigned const found = ALLOTYPE_SCOPED(atomicCAS, word, before, after);
      if (found == before) return now;
      before = found;
    }
  }
};
#  undef ALLOTYPE_SCOPED

#endif

/// A value that is passed to an atomic operation, judged by its type: kernels do not test it. Between signed and
/// unsigned integers of one size the bits stay, as where integers wrap around; a `double` is rounded to a `float`.
template <class Value, class T>
struct checked_operand {
  using number = typename plain_number<Value>::type;
  static constexpr bool converts = std::is_convertible_v<Value, T>;
  static constexpr bool keeps_fraction = !cuts_fractions<Value, T>;
  /// As where `int` is added to a `short`, which wraps around.
  static constexpr bool keeps_bits =
      !std::is_integral_v<number> || sizeof(number) <= sizeof(T) || sizeof(number) <= sizeof(int);
  static_assert(converts, "atomic: the value does not convert to the element's type");
  static_assert(
      keeps_fraction,
      "atomic: the value is a floating-point number and the element is an integer, which would lose its fraction: "
      "give an integer, or make the element a float or a double");
  static_assert(
      keeps_bits,
      "atomic: the value has 64 bits and the element fewer, which would cut it: cast it to the element's type, or "
      "make the element a 64-bit one");
  static constexpr bool is_right = converts && keeps_fraction && keeps_bits;
};
template <class T, class Value>
ALLOTYPE_FN constexpr T as_operand(Value value) {
  if constexpr (std::is_same_v<Value, T>) {
    return value;
  } else if constexpr (checked_operand<Value, T>::is_right) {
    return static_cast<T>(value);
  } else {
    return T{};
  }
}

/// Each asserts a sentence about a call of a member, and is called by the members that do not compile.
template <class T, class Value>
ALLOTYPE_FN constexpr void bits_of_an_element() {
  constexpr bool has_bits = std::is_integral_v<T> && sizeof(Value*) > 0;
  static_assert(has_bits, "atomic: fetch_and, fetch_or and fetch_xor are for integers: the element is none");
}
template <class T, class Expected>
ALLOTYPE_FN constexpr void expected_of_an_exchange() {
  constexpr bool is_a_variable = std::is_same_v<Expected, T&>;
  static_assert(
      is_a_variable,
      "atomic: the first argument of compare_exchange is a variable of the element's type, which receives what "
      "the element is: T expected = ...; at::atomic(x).compare_exchange(expected, desired)");
}
template <class T>
struct operators_of_an_element {};
template <class Value>
ALLOTYPE_FN constexpr void operator_of_an_element() {
  constexpr bool is_a_member = sizeof(Value*) == 0;
  static_assert(is_a_member,
                "atomic: its operations are members with names: at::atomic(x).fetch_add(1) in place of += and ++, "
                "fetch_sub, fetch_min, fetch_max, fetch_and, fetch_or, fetch_xor, exchange, load and store");
}

/// `element`, for atomic operations. All return the value before.
template <class T, memory_scope Scope>
class atomic_element {
 public:
  ALLOTYPE_FN explicit atomic_element(T* element) : element_(element) {}

  [[nodiscard]] ALLOTYPE_FN T load(memory_order order = memory_order::relaxed) const {
#ifdef __CUDA_ARCH__
    return on_gpu::load(element_, order);
#else
    [[maybe_unused]] atomic_access const noted(element_);
    T value;
    __atomic_load(element_, &value, acquires(order) ? __ATOMIC_ACQUIRE : __ATOMIC_RELAXED);
    return value;
#endif
  }
  template <class Value = T>
  ALLOTYPE_FN void store(Value given, memory_order order = memory_order::relaxed) const {
    T value = as_operand<T>(given);
#ifdef __CUDA_ARCH__
    on_gpu::store(element_, value, order);
#else
    [[maybe_unused]] atomic_access const noted(element_);
    __atomic_store(element_, &value, releases(order) ? __ATOMIC_RELEASE : __ATOMIC_RELAXED);
#endif
  }
  template <class Value = T>
  ALLOTYPE_FN T exchange(Value given, memory_order order = memory_order::relaxed) const {
    T value = as_operand<T>(given);
#ifdef __CUDA_ARCH__
    return ordered(order, [&] { return on_gpu::exchange(element_, value); });
#else
    [[maybe_unused]] atomic_access const noted(element_);
    T before;
    __atomic_exchange(element_, &value, &before, static_cast<int>(order));
    return before;
#endif
  }
  /// Sets the element to `value` if it is `expected`, bit for bit. Otherwise `expected` becomes what it is.
  template <class Value = T>
  ALLOTYPE_FN bool compare_exchange(T& expected, Value given, memory_order order = memory_order::relaxed) const {
    T value = as_operand<T>(given);
#ifdef __CUDA_ARCH__
    return ordered(order, [&] { return on_gpu::compare_exchange(element_, expected, value); });
#else
    [[maybe_unused]] atomic_access const noted(element_);
    return __atomic_compare_exchange(element_, &expected, &value, false, static_cast<int>(order),
                                     acquires(order) ? __ATOMIC_ACQUIRE : __ATOMIC_RELAXED);
#endif
  }

  template <class Value = T>
    requires(is_atomic_number<T>)
  ALLOTYPE_FN T fetch_add(Value given, memory_order order = memory_order::relaxed) const {
    T const by = as_operand<T>(given);
#ifdef __CUDA_ARCH__
    return ordered(order, [&] { return on_gpu::add(element_, by); });
#else
    if constexpr (std::is_integral_v<T>) {
      [[maybe_unused]] atomic_access const noted(element_);
      return __atomic_fetch_add(element_, by, static_cast<int>(order));
    } else {
      T before = load();
      while (!compare_exchange(before, before + by, order)) {
      }
      return before;
    }
#endif
  }
  template <class Value = T>
    requires(is_atomic_number<T>)
  ALLOTYPE_FN T fetch_sub(Value given, memory_order order = memory_order::relaxed) const {
    T const by = as_operand<T>(given);
    if constexpr (std::is_integral_v<T>) {
      return fetch_add(static_cast<T>(atomic_word<T>{0} - static_cast<atomic_word<T>>(by)), order);
    } else {
      return fetch_add(-by, order);
    }
  }
  /// The element becomes the smaller of itself and `with`.
  template <class Value = T>
    requires(is_atomic_number<T>)
  ALLOTYPE_FN T fetch_min(Value given, memory_order order = memory_order::relaxed) const {
    T const with = as_operand<T>(given);
#ifdef __CUDA_ARCH__
    if constexpr (std::is_integral_v<T>) {
      return ordered(order, [&] { return on_gpu::take_smaller(element_, with); });
    } else
#endif
    {
      return exchanged_while(with, order, [&](T now) { return with < now; });
    }
  }
  /// The element becomes the larger of itself and `with`.
  template <class Value = T>
    requires(is_atomic_number<T>)
  ALLOTYPE_FN T fetch_max(Value given, memory_order order = memory_order::relaxed) const {
    T const with = as_operand<T>(given);
#ifdef __CUDA_ARCH__
    if constexpr (std::is_integral_v<T>) {
      return ordered(order, [&] { return on_gpu::take_larger(element_, with); });
    } else
#endif
    {
      return exchanged_while(with, order, [&](T now) { return now < with; });
    }
  }
  template <class Value = T>
    requires(std::is_integral_v<T>)
  ALLOTYPE_FN T fetch_and(Value given, memory_order order = memory_order::relaxed) const {
    T const with = as_operand<T>(given);
#ifdef __CUDA_ARCH__
    return ordered(order, [&] { return on_gpu::bits_and(element_, with); });
#else
    [[maybe_unused]] atomic_access const noted(element_);
    return __atomic_fetch_and(element_, with, static_cast<int>(order));
#endif
  }
  template <class Value = T>
    requires(std::is_integral_v<T>)
  ALLOTYPE_FN T fetch_or(Value given, memory_order order = memory_order::relaxed) const {
    T const with = as_operand<T>(given);
#ifdef __CUDA_ARCH__
    return ordered(order, [&] { return on_gpu::bits_or(element_, with); });
#else
    [[maybe_unused]] atomic_access const noted(element_);
    return __atomic_fetch_or(element_, with, static_cast<int>(order));
#endif
  }
  template <class Value = T>
    requires(std::is_integral_v<T>)
  ALLOTYPE_FN T fetch_xor(Value given, memory_order order = memory_order::relaxed) const {
    T const with = as_operand<T>(given);
#ifdef __CUDA_ARCH__
    return ordered(order, [&] { return on_gpu::bits_xor(element_, with); });
#else
    [[maybe_unused]] atomic_access const noted(element_);
    return __atomic_fetch_xor(element_, with, static_cast<int>(order));
#endif
  }

  /// Do not compile; they say what has bits.
  template <class Value = T>
    requires(!std::is_integral_v<T>)
  ALLOTYPE_FN T fetch_and(Value, memory_order = memory_order::relaxed) const {
    bits_of_an_element<T, Value>();
    return T{};
  }
  template <class Value = T>
    requires(!std::is_integral_v<T>)
  ALLOTYPE_FN T fetch_or(Value, memory_order = memory_order::relaxed) const {
    bits_of_an_element<T, Value>();
    return T{};
  }
  template <class Value = T>
    requires(!std::is_integral_v<T>)
  ALLOTYPE_FN T fetch_xor(Value, memory_order = memory_order::relaxed) const {
    bits_of_an_element<T, Value>();
    return T{};
  }
  /// Does not compile; it says what the first argument is.
  template <class Expected, class Value>
    requires(!std::is_same_v<Expected, T&>)
  ALLOTYPE_FN bool compare_exchange(Expected&&, Value, memory_order = memory_order::relaxed) const {
    expected_of_an_exchange<T, Expected>();
    return false;
  }
  /// Do not compile; they say which member does it.
  template <class Value>
  ALLOTYPE_FN void operator+=(Value const&) const {
    operator_of_an_element<Value>();
  }
  template <class Value>
  ALLOTYPE_FN void operator-=(Value const&) const {
    operator_of_an_element<Value>();
  }
  template <class Value>
  ALLOTYPE_FN void operator&=(Value const&) const {
    operator_of_an_element<Value>();
  }
  template <class Value>
  ALLOTYPE_FN void operator|=(Value const&) const {
    operator_of_an_element<Value>();
  }
  template <class Value>
  ALLOTYPE_FN void operator^=(Value const&) const {
    operator_of_an_element<Value>();
  }
  template <class Value>
  ALLOTYPE_FN void operator*=(Value const&) const {
    operator_of_an_element<Value>();
  }
  template <class Value>
  ALLOTYPE_FN void operator/=(Value const&) const {
    operator_of_an_element<Value>();
  }
  template <class Operators = operators_of_an_element<T>>
  ALLOTYPE_FN void operator++() const {
    operator_of_an_element<Operators>();
  }
  template <class Operators = operators_of_an_element<T>>
  ALLOTYPE_FN void operator++(int) const {
    operator_of_an_element<Operators>();
  }
  template <class Operators = operators_of_an_element<T>>
  ALLOTYPE_FN void operator--() const {
    operator_of_an_element<Operators>();
  }
  template <class Operators = operators_of_an_element<T>>
  ALLOTYPE_FN void operator--(int) const {
    operator_of_an_element<Operators>();
  }

 protected:
  T* element_;

 private:
#ifdef __CUDA_ARCH__
  using on_gpu = atomic_operations<Scope, T>;

  template <class Operation>
  static __device__ auto ordered(memory_order order, Operation const& operation) {
    fence<Scope>(releases(order));
    auto const before = operation();
    fence<Scope>(acquires(order));
    return before;
  }
#endif

  template <class Is>
  ALLOTYPE_FN T exchanged_while(T with, memory_order order, Is const& is_to_change) const {
    T before = load(order);
    while (is_to_change(before) && !compare_exchange(before, with, order)) {
    }
    return before;
  }
};

/// `element`, which one thread of the host touches: each operation reads and writes it as any variable. On a GPU it is
/// an atomic element. Its operators are those of one, which say what it has.
template <class T, memory_scope Scope>
class element_of_one_thread : public atomic_element<T, Scope> {
 public:
  using atomic_element<T, Scope>::atomic_element;

#ifndef __CUDA_ARCH__
  [[nodiscard]] ALLOTYPE_FN T load(memory_order = memory_order::relaxed) const {
    [[maybe_unused]] atomic_access const noted(element_);
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
  using atomic_element<T, Scope>::element_;
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
    [[maybe_unused]] atomic_access const noted(element_);
    T const before = *element_;
    *element_ = to(before);
    return before;
  }
#endif
};

/// Stands for an element that `atomic` does not take, lest a second error follow. Its members are declared alone.
template <class T>
struct refused_element {
  ALLOTYPE_FN explicit refused_element(void*) {}
  ALLOTYPE_FN T load(memory_order = memory_order::relaxed) const;
  ALLOTYPE_FN void store(T, memory_order = memory_order::relaxed) const;
  ALLOTYPE_FN T exchange(T, memory_order = memory_order::relaxed) const;
  ALLOTYPE_FN bool compare_exchange(T&, T, memory_order = memory_order::relaxed) const;
  template <class Value>
  ALLOTYPE_FN T fetch_add(Value, memory_order = memory_order::relaxed) const;
  template <class Value>
  ALLOTYPE_FN T fetch_sub(Value, memory_order = memory_order::relaxed) const;
  template <class Value>
  ALLOTYPE_FN T fetch_min(Value, memory_order = memory_order::relaxed) const;
  template <class Value>
  ALLOTYPE_FN T fetch_max(Value, memory_order = memory_order::relaxed) const;
};

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
  using taken = std::conditional_t<Scope == memory_scope::block, detail::element_of_one_thread<type, Scope>,
                                   detail::atomic_element<type, Scope>>;
  using result =
      std::conditional_t<std::is_same_v<type, std::remove_const_t<T>>, taken, detail::refused_element<std::decay_t<T>>>;
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
  if constexpr (std::is_pointer_v<T>) {
    return atomic<Scope>(*value);  // behind the error it is the element there
  } else {
    return atomic<Scope>(static_cast<T&>(value));
  }
}

/// Does not compile; it says that it takes one element.
template <memory_scope Scope = memory_scope::device, class Memory, class... Indices>
  requires(sizeof...(Indices) > 0 && requires { typename std::remove_cvref_t<Memory>::element_type; })
[[nodiscard]] ALLOTYPE_FN auto atomic(Memory&&, Indices const&...) {
  constexpr bool is_element = sizeof...(Indices) == 0;
  static_assert(is_element, "atomic: its only argument is the element: atomic(x(i)).fetch_add(value)");
  return detail::refused_element<std::remove_cv_t<typename std::remove_cvref_t<Memory>::element_type>>(nullptr);
}
/// Does not compile; it says where an order stands.
template <memory_order Order, class T>
[[nodiscard]] ALLOTYPE_FN auto atomic(T&&) {
  constexpr bool is_scope = sizeof(T) == 0;
  static_assert(is_scope,
                "atomic: between the brackets stands a scope, and an order is an argument of the operation: "
                "atomic(x(i)).fetch_add(value, order)");
  return detail::refused_element<std::remove_cvref_t<T>>(nullptr);
}

/// Does not compile; it says what stands between the brackets.
template <class atomic_takes_the_type_of_its_element_and_a_scope_in_brackets, class T>
detail::atomic_element<std::remove_cvref_t<T>, memory_scope::device> atomic(T&& element) = delete;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

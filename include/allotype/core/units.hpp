// SPDX-License-Identifier: BSL-1.0
/// \file
/// Quantities that accelerators are described in.
#pragma once

#include <allotype/core/detail/language.hpp>

#include <compare>
#include <concepts>
#include <type_traits>

#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Calling it while compiling is the error: compilers quote the line of the call, so the sentence is a literal there.
[[noreturn, gnu::cold]] inline void refuse_bytes(char const* sentence) { throw size_error(sentence); }

}  // namespace detail

/// An amount of memory, exact to the byte: 0 to 2^64 - 1. Arithmetic that leaves this range does not compile in a
/// constant and throws `size_error` at run time.
struct bytes {
  unsigned long long count = 0;  ///< in bytes

  /// How many times an amount of memory is taken, or by how many it is divided. Each integer is one; a negative one has
  /// no place in an amount of memory, and neither has a fraction.
  struct times {
    unsigned long long count;  ///< how many times

    template <class N>
      requires std::is_convertible_v<N, unsigned long long>
    constexpr times(N n) : count(static_cast<unsigned long long>(n)) {
      constexpr bool whole = !std::is_floating_point_v<N>;
      static_assert(whole,
                    "an amount of memory is multiplied and divided by integers: write 3 * 1_GiB / 2 for 1.5 * 1_GiB");
      if constexpr (whole && !std::is_class_v<N>) {
        if constexpr (!std::is_unsigned_v<N>) {
          if (n < N{}) detail::refuse_bytes("bytes are multiplied or divided by a negative number");
        }
        if (static_cast<N>(count) != n) detail::refuse_bytes("bytes are multiplied or divided by a number above 2^64");
      }
    }
  };

  /// Whole MiB, rounded down.
  [[nodiscard]] constexpr unsigned long long in_mebibytes() const noexcept { return count >> 20; }

  friend constexpr bool operator==(bytes, bytes) = default;
  friend constexpr auto operator<=>(bytes, bytes) = default;

  constexpr bytes& operator+=(bytes more) {
    if (more.count > ~0ULL - count) detail::refuse_bytes("a sum of bytes is 2^64 or more");
    count += more.count;
    return *this;
  }
  constexpr bytes& operator-=(bytes fewer) {
    if (fewer.count > count) detail::refuse_bytes("a difference of bytes is below 0");
    count -= fewer.count;
    return *this;
  }
  constexpr bytes& operator*=(times n) {
    if (n.count != 0 && count > ~0ULL / n.count) detail::refuse_bytes("a product of bytes is 2^64 or more");
    count *= n.count;
    return *this;
  }
  /// Rounds down.
  constexpr bytes& operator/=(times n) {
    if (n.count == 0) detail::refuse_bytes("bytes are divided by 0");
    count /= n.count;
    return *this;
  }
  constexpr bytes& operator%=(bytes part) {
    if (part.count == 0) detail::refuse_bytes("bytes are divided by 0");
    count %= part.count;
    return *this;
  }

  [[nodiscard]] friend constexpr bytes operator+(bytes a, bytes b) { return a += b; }
  [[nodiscard]] friend constexpr bytes operator-(bytes a, bytes b) { return a -= b; }
  [[nodiscard]] friend constexpr bytes operator*(times n, bytes b) { return b *= n; }
  [[nodiscard]] friend constexpr bytes operator*(bytes b, times n) { return b *= n; }
  /// A share of an amount, rounded down.
  [[nodiscard]] friend constexpr bytes operator/(bytes b, times n) { return b /= n; }
  /// How often one amount fits into another.
  [[nodiscard]] friend constexpr unsigned long long operator/(bytes whole, bytes part) {
    if (part.count == 0) detail::refuse_bytes("bytes are divided by 0");
    return whole.count / part.count;
  }
  /// What is left then; and of shares.
  [[nodiscard]] friend constexpr bytes operator%(bytes whole, bytes part) { return whole %= part; }
  [[nodiscard]] friend constexpr bytes operator%(bytes b, times n) { return b %= bytes{n.count}; }

  // Sums and comparisons with plain numbers do not compile; compilers print what the template is called.
  // clang-format off: compilers quote one line
  template <class amounts_of_memory_have_a_unit_as_4_GiB> requires std::is_arithmetic_v<amounts_of_memory_have_a_unit_as_4_GiB>
  friend constexpr bytes operator+(bytes, amounts_of_memory_have_a_unit_as_4_GiB) = delete;
  template <class amounts_of_memory_have_a_unit_as_4_GiB> requires std::is_arithmetic_v<amounts_of_memory_have_a_unit_as_4_GiB>
  friend constexpr std::strong_ordering operator<=>(bytes, amounts_of_memory_have_a_unit_as_4_GiB) = delete;
  // clang-format on
};

namespace detail {

/// One error: a literal's own template, where a constant that cannot be computed would have errors behind it.
template <char... Digits>
consteval bytes fraction_of_bytes() {
  constexpr bool is_an_integer = sizeof...(Digits) == 0;
  static_assert(is_an_integer, "a literal of bytes is an integer: write 1536_MiB for 1.5 GiB");
  return {1};
}
/// How many of these units hold an amount.
constexpr unsigned long long units_of(bytes unit, bytes amount) {
  return amount / unit + (amount % unit != bytes{} ? 1 : 0);
}

}  // namespace detail

namespace detail {

/// The second number of a compute capability where a program states one; core/amounts.hpp says what to write.
template <auto Major>
struct missing_minor;
template <>
struct missing_minor<-1> {
  static constexpr int position = -1;
};

}  // namespace detail

/// NVIDIA's compute capability. `compute_capability{8, 0}` is a value, the A100's; `compute_capability<8, 0>` is a
/// type, an amount that can be needed (core/amounts.hpp). The value's own type is written `compute_capability<>`.
template <auto Major = -1, int Minor = detail::missing_minor<Major>::position>
struct compute_capability;
template <>
struct compute_capability<> {
  int major = 0;  ///< 8 of 8.9
  int minor = 0;  ///< 9 of 8.9

  friend constexpr bool operator==(compute_capability, compute_capability) = default;
  friend constexpr auto operator<=>(compute_capability, compute_capability) = default;
};
compute_capability(int, int) -> compute_capability<>;

/// Exact, in the first of the units GB, MiB, KiB and B that divides it: `"40 GB"`, `"9856 MiB"`. A template, so that
/// it costs programs nothing that print no amount.
template <std::same_as<bytes> Bytes>
[[nodiscard]] constexpr fixed_text<240> to_string(Bytes amount) {
  fixed_text<240> text;
  unsigned long long const n = amount.count;
  if (n % 1'000'000'000 == 0) return text << n / 1'000'000'000 << " GB";
  if (n % (1ULL << 20) == 0) return text << (n >> 20) << " MiB";
  if (n % (1ULL << 10) == 0) return text << (n >> 10) << " KiB";
  return text << n << " B";
}
/// `"8.0"`.
template <std::same_as<compute_capability<>> Version>
[[nodiscard]] constexpr fixed_text<240> to_string(Version version) {
  return fixed_text<240>() << version.major << "." << version.minor;
}

/// Who makes an accelerator. `other` is for accelerators that users define.
enum class vendor { none, nvidia, google, amd, aws, intel, apple, other };

inline namespace literals {

consteval bytes operator""_B(unsigned long long n) { return {n}; }
consteval bytes operator""_KiB(unsigned long long n) { return n * bytes{1ULL << 10}; }
consteval bytes operator""_MiB(unsigned long long n) { return n * bytes{1ULL << 20}; }
consteval bytes operator""_GiB(unsigned long long n) { return n * bytes{1ULL << 30}; }
consteval bytes operator""_TiB(unsigned long long n) { return n * bytes{1ULL << 40}; }
/// Decimal gigabytes, as in data sheets: 10^9 bytes.
consteval bytes operator""_GB(unsigned long long n) { return n * bytes{1'000'000'000}; }

// Fractions are refused, be they whole bytes or not.
template <char... Digits>
consteval bytes operator""_B() {
  return detail::fraction_of_bytes<Digits...>();
}
template <char... Digits>
consteval bytes operator""_KiB() {
  return detail::fraction_of_bytes<Digits...>();
}
template <char... Digits>
consteval bytes operator""_MiB() {
  return detail::fraction_of_bytes<Digits...>();
}
template <char... Digits>
consteval bytes operator""_GiB() {
  return detail::fraction_of_bytes<Digits...>();
}
template <char... Digits>
consteval bytes operator""_TiB() {
  return detail::fraction_of_bytes<Digits...>();
}
template <char... Digits>
consteval bytes operator""_GB() {
  return detail::fraction_of_bytes<Digits...>();
}

}  // namespace literals
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

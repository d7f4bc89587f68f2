// SPDX-License-Identifier: BSL-1.0
/// \file
/// Quantities that accelerators are described in.
#pragma once

#include <allotype/core/detail/language.hpp>

#include <compare>

namespace allotype {

/// An amount of memory, exact to the byte.
struct bytes {
  unsigned long long count = 0;  ///< in bytes

  /// Whole MiB, rounded down.
  constexpr unsigned long long in_mebibytes() const { return count >> 20; }

  friend constexpr bool operator==(bytes, bytes) = default;
  friend constexpr auto operator<=>(bytes, bytes) = default;
  friend constexpr bytes operator+(bytes a, bytes b) { return {a.count + b.count}; }
  friend constexpr bytes operator-(bytes a, bytes b) { return {a.count - b.count}; }
  friend constexpr bytes operator*(unsigned long long n, bytes b) { return {n * b.count}; }
};

/// NVIDIA's compute capability. `compute_capability{8, 0}` is a value, the A100's; `compute_capability<8, 0>` is a type,
/// an amount that can be needed (core/amounts.hpp). The value's own type is written `compute_capability<>`.
template <int... Version>
struct compute_capability {
  static_assert(sizeof...(Version) == 2, "compute_capability<Major, Minor>: for example compute_capability<8, 0>");
};
template <>
struct compute_capability<> {
  int major = 0;  ///< 8 of 8.9
  int minor = 0;  ///< 9 of 8.9

  friend constexpr bool operator==(compute_capability, compute_capability) = default;
  friend constexpr auto operator<=>(compute_capability, compute_capability) = default;
};
compute_capability(int, int) -> compute_capability<>;

/// Who makes an accelerator. `other` is for accelerators that users define.
enum class vendor { none, nvidia, google, amd, aws, intel, other };

inline namespace literals {

consteval bytes operator""_B(unsigned long long n) { return {n}; }
consteval bytes operator""_KiB(unsigned long long n) { return {n << 10}; }
consteval bytes operator""_MiB(unsigned long long n) { return {n << 20}; }
consteval bytes operator""_GiB(unsigned long long n) { return {n << 30}; }
/// Decimal gigabytes, as in data sheets: 10^9 bytes.
consteval bytes operator""_GB(unsigned long long n) { return {n * 1'000'000'000}; }

}  // namespace literals
}  // namespace allotype

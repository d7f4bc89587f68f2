// SPDX-License-Identifier: BSL-1.0
// Numbers of 16 bits: IEEE's (5 bits of exponent, 10 of fraction) and those that are the upper half of a float; and of
// 8 bits: e4m3 and e5m2.
#pragma once

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>

namespace allotype::device_tests {

/// The nearest number with `Fraction` bits of fraction and the exponent's range, in bits; rounded once.
template <int Exponent, int Fraction>
std::uint16_t small_of_double(double value, int mode) {
  std::uint16_t const sign = std::signbit(value) ? 0x8000 : 0;
  constexpr int bias = (1 << (Exponent - 1)) - 1;
  constexpr std::uint16_t infinity = ((1 << Exponent) - 1) << Fraction;
  if (std::isnan(value)) return 0x7fff;
  if (std::isinf(value)) return sign | infinity;
  int exponent = 0;
  std::frexp(value, &exponent);
  int const lowest = 1 - bias - Fraction;  // exponent of the smallest number's last bit
  int const last = std::max(exponent - 1 - Fraction, lowest);
  double const scaled = std::ldexp(std::fabs(value), -last);  // exact
  double whole = 0;
  switch (mode) {
    case FE_TOWARDZERO:
      whole = std::floor(scaled);
      break;
    case FE_DOWNWARD:
      whole = sign != 0 ? std::ceil(scaled) : std::floor(scaled);
      break;
    case FE_UPWARD:
      whole = sign != 0 ? std::floor(scaled) : std::ceil(scaled);
      break;
    default: {
      double const below = std::floor(scaled), rest = scaled - below;
      whole = below + (rest > 0.5 || (rest == 0.5 && std::fmod(below, 2) != 0) ? 1 : 0);
    }
  }
  double const rounded = std::ldexp(whole, last);
  if (rounded >= std::ldexp(1.0, bias + 1)) {
    bool const stays = mode == FE_TOWARDZERO || (mode == FE_DOWNWARD && sign == 0) || (mode == FE_UPWARD && sign != 0);
    return static_cast<std::uint16_t>(sign | (stays ? infinity - 1 : infinity));
  }
  if (rounded == 0) return sign;
  std::frexp(rounded, &exponent);
  if (exponent - 1 < 1 - bias)
    return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::ldexp(rounded, -lowest)));
  double const fraction = std::ldexp(rounded, -(exponent - 1)) - 1;
  return static_cast<std::uint16_t>(sign | ((exponent - 1 + bias) << Fraction) |
                                    static_cast<int>(std::ldexp(fraction, Fraction)));
}

inline std::uint16_t half_of_double(double value, int mode) { return small_of_double<5, 10>(value, mode); }
inline std::uint16_t half_of_float(float value, int mode) { return small_of_double<5, 10>(value, mode); }
inline std::uint16_t bfloat_of_double(double value, int mode) { return small_of_double<8, 7>(value, mode); }

inline float float_of_bfloat(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
inline float float_of_half(std::uint16_t bits) {
  int const exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  float value = 0;
  if (exponent == 0) {
    value = std::ldexp(static_cast<float>(fraction), -24);
  } else if (exponent == 31) {
    value = fraction != 0 ? std::bit_cast<float>(0x7fffffffu) : std::bit_cast<float>(0x7f800000u);
  } else {
    value = std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

/// x·y + z for numbers of 16 bits, as a double that rounds on as the exact result does: one of the two beside that, the
/// one whose last bit is set.
inline double fused_to_odd(double x, double y, double z) {
  double const product = x * y;  // exact
  double const sum = product + z, part = sum - product;
  double const lost = (product - (sum - part)) + (z - part);
  if (!std::isfinite(lost) || lost == 0 || (std::bit_cast<std::uint64_t>(sum) & 1) != 0) return sum;
  return std::nextafter(sum, std::copysign(HUGE_VAL, lost));
}

/// The nearest number of 8 bits; the largest one for what is larger.
template <int Exponent, int Fraction>
std::uint8_t byte_of_float(float value) {
  constexpr int bias = (1 << (Exponent - 1)) - 1;
  constexpr int largest = Exponent == 4 ? 0x7e : 0x7b;  // e4m3 has one NaN and no infinity
  if (std::isnan(value)) return 0x7f;
  int const sign = std::signbit(value) ? 0x80 : 0;
  double const magnitude = std::fabs(static_cast<double>(value));
  int const exponent = magnitude == 0 ? 1 - bias : std::max(std::ilogb(std::min(magnitude, 1e30)), 1 - bias);
  double const in_last_places = std::nearbyint(std::ldexp(magnitude, Fraction - exponent));
  double const bits = std::ldexp(exponent + bias - 1, Fraction) + in_last_places;
  return static_cast<std::uint8_t>(sign | static_cast<int>(std::min<double>(bits, largest)));
}
/// As a number of 16 bits.
template <int Exponent, int Fraction>
std::uint16_t half_of_byte(std::uint8_t bits) {
  constexpr int bias = (1 << (Exponent - 1)) - 1;
  int const magnitude = bits & 0x7f, exponent = magnitude >> Fraction, fraction = magnitude & ((1 << Fraction) - 1);
  int const sign = (bits & 0x80) << 8;
  if (Exponent == 4 ? magnitude == 0x7f : magnitude > 0x7c) return 0x7fff;
  if (Exponent == 5 && magnitude == 0x7c) return static_cast<std::uint16_t>(sign | 0x7c00);
  double const value =
      std::ldexp(fraction + (exponent == 0 ? 0 : 1 << Fraction), std::max(exponent, 1) - bias - Fraction);
  return static_cast<std::uint16_t>(sign | half_of_double(value, FE_TONEAREST));
}

}  // namespace allotype::device_tests

// SPDX-License-Identifier: BSL-1.0
// Numbers of 16 bits: IEEE's (5 bits of exponent, 10 of fraction) and those that are the upper half of a float.
#pragma once

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>

namespace device {

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

}  // namespace device

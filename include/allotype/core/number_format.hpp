// SPDX-License-Identifier: BSL-1.0
/// \file
/// Numbers narrower than `float`: `float16` (IEEE 754 binary16), `bfloat16`, `float8_e4m3` and `float8_e5m2` (OCP 8-bit
/// floating point, revision 1.0). They store their bits, the same on every accelerator. Arithmetic is that of `float`,
/// rounded to the format after each operation.
///
/// Rounding is to nearest, ties to even, from `float` and from `double` in one step. Values that are too large become
/// infinity, or NaN in `float8_e4m3`, which has no infinity; values are not clamped. Subnormals are kept. NaN stays NaN
/// with its sign.
#pragma once

#include <allotype/core/mode.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// The bits of `float` and `double`.
template <class Float>
struct binary_format;
template <>
struct binary_format<float> {
  using bits = unsigned int;
  static constexpr int exponent_bits = 8, fraction_bits = 23;
};
template <>
struct binary_format<double> {
  using bits = unsigned long long;
  static constexpr int exponent_bits = 11, fraction_bits = 52;
};

/// `value` in a format with a sign, `ExponentBits` and `FractionBits`. In a format without infinity the largest
/// exponent is used for numbers, and only all ones are NaN.
template <int ExponentBits, int FractionBits, bool Infinity, class Float>
ALLOTYPE_FN constexpr unsigned round_to_format(Float value) {
  using source = binary_format<Float>;
  using bits_type = typename source::bits;
  constexpr int source_bias = (1 << (source::exponent_bits - 1)) - 1;
  constexpr bits_type fraction_mask = (bits_type{1} << source::fraction_bits) - 1;
  constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  constexpr int least_exponent = 1 - bias;  // of a normal number
  constexpr unsigned all_ones = (1u << (ExponentBits + FractionBits)) - 1;
  constexpr unsigned infinity = Infinity ? ((1u << ExponentBits) - 1) << FractionBits : all_ones;  // or NaN instead

  bits_type const bits = __builtin_bit_cast(bits_type, value);
  unsigned const sign = static_cast<unsigned>(bits >> (source::exponent_bits + source::fraction_bits))
                        << (ExponentBits + FractionBits);
  int const field = static_cast<int>((bits >> source::fraction_bits) & ((bits_type{1} << source::exponent_bits) - 1));
  bits_type const fraction = bits & fraction_mask;
  if (field == (1 << source::exponent_bits) - 1) {
    if (fraction == 0) return sign | infinity;
    if constexpr (!Infinity) return sign | all_ones;
    // Quiet, with as much of the payload as there is room for.
    unsigned const payload = static_cast<unsigned>(fraction >> (source::fraction_bits - FractionBits));
    return sign | infinity | 1u << (FractionBits - 1) | payload;
  }

  // The value is significand × 2^(exponent - fraction_bits), and is wanted in units of the format's last place.
  bits_type const significand = field == 0 ? fraction : fraction | bits_type{1} << source::fraction_bits;
  int const exponent = (field == 0 ? 1 : field) - source_bias;
  int const kept_exponent = exponent < least_exponent ? least_exponent : exponent;
  int shift = source::fraction_bits - FractionBits + kept_exponent - exponent;
  constexpr int all_gone = source::fraction_bits + 2;  // less than half of the last place is left
  if (shift > all_gone) shift = all_gone;
  bits_type const half = bits_type{1} << (shift - 1);
  bits_type const rest = significand & (half + half - 1);
  bits_type rounded = significand >> shift;
  if (rest > half || (rest == half && (rounded & 1) != 0)) ++rounded;

  // A carry out of the fraction raises the exponent, as it should.
  long long const magnitude =
      (static_cast<long long>(kept_exponent - least_exponent) << FractionBits) + static_cast<long long>(rounded);
  return sign | (magnitude >= static_cast<long long>(infinity) ? infinity : static_cast<unsigned>(magnitude));
}

/// The value of bits in such a format; each value is exactly a `float`.
template <int ExponentBits, int FractionBits, bool Infinity>
ALLOTYPE_FN constexpr float value_of_format(unsigned bits) {
  constexpr int width = 1 + ExponentBits + FractionBits;
  unsigned const sign = (bits >> (width - 1)) << 31;
  if constexpr (ExponentBits == 8) {
    return __builtin_bit_cast(float, bits << (32 - width));  // the upper part of a float
  } else {
    constexpr int bias = (1 << (ExponentBits - 1)) - 1;
    constexpr unsigned fraction_mask = (1u << FractionBits) - 1;
    unsigned const field = (bits >> FractionBits) & ((1u << ExponentBits) - 1);
    unsigned const fraction = bits & fraction_mask;
    constexpr unsigned largest_field = (1u << ExponentBits) - 1;
    bool const special = field == largest_field && (Infinity || fraction == fraction_mask);
    if (special) return __builtin_bit_cast(float, sign | 0x7f800000u | fraction << (23 - FractionBits));
    if (field == 0) {
      // Small integers times a power of two: exact.
      constexpr float last_place =
          __builtin_bit_cast(float, static_cast<unsigned>(127 + 1 - bias - FractionBits) << 23);
      float const magnitude = static_cast<float>(fraction) * last_place;
      return __builtin_bit_cast(float, sign | __builtin_bit_cast(unsigned, magnitude));
    }
    return __builtin_bit_cast(
        float, sign | (field + static_cast<unsigned>(127 - bias)) << 23 | fraction << (23 - FractionBits));
  }
}

/// What the formats have in common. `Self` is the format.
template <class Self, class Bits, int ExponentBits, int FractionBits, bool Infinity>
class narrow_float {
 public:
  /// The type for sums; see `accumulation_t`.
  using accumulate_type = float;
  static constexpr int exponent_bits = ExponentBits;
  static constexpr int fraction_bits = FractionBits;
  static constexpr bool has_infinity = Infinity;

  narrow_float() = default;  // not initialised, as `float` is not
  ALLOTYPE_FN constexpr explicit narrow_float(float value)
      : bits_(static_cast<Bits>(round_to_format<ExponentBits, FractionBits, Infinity>(value))) {}
  ALLOTYPE_FN constexpr explicit narrow_float(double value)
      : bits_(static_cast<Bits>(round_to_format<ExponentBits, FractionBits, Infinity>(value))) {}
  /// Converts an integer by way of `double`, which holds every `int`.
  ALLOTYPE_FN constexpr explicit narrow_float(int value) : narrow_float(static_cast<double>(value)) {}

  [[nodiscard]] ALLOTYPE_FN static constexpr Self from_bits(Bits bits) {
    Self result{0.f};
    result.bits_ = bits;
    return result;
  }
  [[nodiscard]] ALLOTYPE_FN constexpr Bits bits() const noexcept { return bits_; }

  /// Exact.
  ALLOTYPE_FN constexpr operator float() const { return value_of_format<ExponentBits, FractionBits, Infinity>(bits_); }

  [[nodiscard]] ALLOTYPE_FN static constexpr Self largest() {
    return from_bits(static_cast<Bits>(Infinity ? infinity_bits - 1 : infinity_bits + (1 << FractionBits) - 2));
  }
  [[nodiscard]] ALLOTYPE_FN static constexpr Self smallest_normal() {
    return from_bits(static_cast<Bits>(1 << FractionBits));
  }
  [[nodiscard]] ALLOTYPE_FN static constexpr Self smallest_subnormal() { return from_bits(1); }
  /// Between 1 and the next larger number.
  [[nodiscard]] ALLOTYPE_FN static constexpr Self epsilon() {
    return Self(Self::from_bits(static_cast<Bits>(Self(1.f).bits() + 1)) - 1.f);
  }
  [[nodiscard]] ALLOTYPE_FN static constexpr Self infinity()
    requires Infinity
  {
    return from_bits(static_cast<Bits>(infinity_bits));
  }

  friend ALLOTYPE_FN constexpr Self operator+(Self a, Self b) { return Self(float(a) + float(b)); }
  friend ALLOTYPE_FN constexpr Self operator-(Self a, Self b) { return Self(float(a) - float(b)); }
  friend ALLOTYPE_FN constexpr Self operator*(Self a, Self b) { return Self(float(a) * float(b)); }
  friend ALLOTYPE_FN constexpr Self operator/(Self a, Self b) { return Self(float(a) / float(b)); }
  friend ALLOTYPE_FN constexpr Self operator-(Self a) {
    return from_bits(static_cast<Bits>(a.bits() ^ (1u << (ExponentBits + FractionBits))));
  }
  friend ALLOTYPE_FN constexpr Self& operator+=(Self& a, Self b) { return a = a + b; }
  friend ALLOTYPE_FN constexpr Self& operator-=(Self& a, Self b) { return a = a - b; }
  friend ALLOTYPE_FN constexpr Self& operator*=(Self& a, Self b) { return a = a * b; }
  friend ALLOTYPE_FN constexpr Self& operator/=(Self& a, Self b) { return a = a / b; }

 private:
  static constexpr unsigned infinity_bits = ((1u << ExponentBits) - 1) << FractionBits;

  Bits bits_;
};

template <class T>
struct accumulation {
  using type = T;
};
template <class T>
  requires requires { typename T::accumulate_type; }
struct accumulation<T> {
  using type = typename T::accumulate_type;
};

}  // namespace detail

/// The type in which values of type `T` are summed. Number formats narrower than `float` name a wider one, so that a
/// sum is rounded once, at its end.
template <class T>
using accumulation_t = typename detail::accumulation<T>::type;

/// IEEE 754 binary16: 11 significant bits, up to 65504.
struct float16 : detail::narrow_float<float16, unsigned short, 5, 10, true> {
  using narrow_float::narrow_float;
};
/// The upper half of a `float`: 8 significant bits, its range.
struct bfloat16 : detail::narrow_float<bfloat16, unsigned short, 8, 7, true> {
  using narrow_float::narrow_float;
};
/// 4 significant bits, up to 448, no infinity.
struct float8_e4m3 : detail::narrow_float<float8_e4m3, unsigned char, 4, 3, false> {
  using narrow_float::narrow_float;
};
/// 3 significant bits, up to 57344.
struct float8_e5m2 : detail::narrow_float<float8_e5m2, unsigned char, 5, 2, true> {
  using narrow_float::narrow_float;
};

static_assert(sizeof(float16) == 2 && sizeof(bfloat16) == 2 && sizeof(float8_e4m3) == 1 && sizeof(float8_e5m2) == 1);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Numbers narrower than `float`: `float16` (IEEE 754 binary16), `bfloat16`, `float8_e4m3` and `float8_e5m2` (OCP 8-bit
/// floating point, revision 1.0). They store their bits, the same on every accelerator. Each operation gives its exact
/// result rounded once. No two operations are fused; `fma` is one operation.
///
/// Rounding is to nearest, ties to even, from `float` and from `double` in one step. Values that are too large become
/// infinity, or NaN in `float8_e4m3`, which has no infinity; values are not clamped. Subnormals are kept. NaN stays
/// NaN, on a CPU with its sign.
#pragma once

#include <type_traits>

#include <allotype/core/detail/any_result.hpp>
#include <allotype/core/detail/format_instructions.hpp>
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

/// `value` in a format with a sign, `ExponentBits` and `FractionBits`, without instructions for the format. In a format
/// without infinity the largest exponent is used for numbers, and only all ones are NaN.
template <int ExponentBits, int FractionBits, bool Infinity, class Float>
ALLOTYPE_FN constexpr unsigned round_by_bits(Float value) {
  using source = binary_format<Float>;
  using bits_type = typename source::bits;
  constexpr int dropped = source::fraction_bits - FractionBits;
  constexpr int source_bias = (1 << (source::exponent_bits - 1)) - 1, bias = (1 << (ExponentBits - 1)) - 1;
  constexpr bits_type source_infinity = ((bits_type{1} << source::exponent_bits) - 1) << source::fraction_bits;
  constexpr bits_type least_normal = static_cast<bits_type>(source_bias - bias + 1) << source::fraction_bits;
  constexpr unsigned all_ones = (1u << (ExponentBits + FractionBits)) - 1;
  constexpr unsigned infinity = Infinity ? ((1u << ExponentBits) - 1) << FractionBits : all_ones;  // or NaN instead

  bits_type const bits = __builtin_bit_cast(bits_type, value);
  bits_type const magnitude = bits & ~(bits_type{1} << (source::exponent_bits + source::fraction_bits));
  unsigned const sign = static_cast<unsigned>(bits >> (source::exponent_bits + source::fraction_bits))
                        << (ExponentBits + FractionBits);
  if (magnitude > source_infinity) {
    if constexpr (!Infinity) return sign | all_ones;
    // Quiet, with as much of the payload as there is room for.
    unsigned const payload = static_cast<unsigned>(magnitude >> dropped) & ((1u << FractionBits) - 1);
    return sign | infinity | 1u << (FractionBits - 1) | payload;
  }
  bits_type rounded;
  if (ExponentBits == source::exponent_bits || magnitude >= least_normal) {
    // Half of the last place that stays, less where that is even. A carry out of the fraction raises the exponent, as
    // it should.
    bits_type const almost_half = (bits_type{1} << (dropped - 1)) - 1;
    rounded = (magnitude + almost_half + (magnitude >> dropped & 1)) >> dropped;
    rounded -= static_cast<bits_type>(source_bias - bias) << FractionBits;
  } else {
    // A sum with a number whose last place is that of the format's subnormal numbers rounds to it.
    constexpr bits_type ruler = static_cast<bits_type>(source_bias - bias + 1 + dropped) << source::fraction_bits;
    Float const measured = __builtin_bit_cast(Float, magnitude) + __builtin_bit_cast(Float, ruler);
    rounded = __builtin_bit_cast(bits_type, measured) - ruler;
  }
  return sign | (rounded < infinity ? static_cast<unsigned>(rounded) : infinity);
}

/// The nearest `float`, or if `value` is none, the one beside it whose last bit is set: that bit says that there was
/// more, so that rounding on to a format of less than 23 bits goes the right way.
ALLOTYPE_FN constexpr float round_to_odd(double value) {
  auto const nearest = static_cast<float>(value);
  double const back = static_cast<double>(nearest);
  if (back == value || value != value) return nearest;
  unsigned const bits = __builtin_bit_cast(unsigned, nearest);
  bool const beyond = value > 0 ? back > value : back < value;
  return __builtin_bit_cast(float, (beyond ? bits - 1 : bits) | 1u);
}

/// `value` in such a format, by the processor's instructions where it has them.
template <int ExponentBits, int FractionBits, bool Infinity, class Float>
ALLOTYPE_FN constexpr unsigned round_to_format(Float value) {
  using instructions = format_instructions<ExponentBits, FractionBits>;
  constexpr bool wide = sizeof(Float) == sizeof(double);
  if (!__builtin_is_constant_evaluated()) {
    if constexpr (wide ? instructions::rounds_double : instructions::rounds) {
      return instructions::rounded(value);
    } else if constexpr (instructions::rounds) {
      return instructions::rounded(round_to_odd(value));
    }
  }
  return round_by_bits<ExponentBits, FractionBits, Infinity>(value);
}

/// The value of bits in such a format, without instructions for it; each value is exactly a `float`.
template <int ExponentBits, int FractionBits, bool Infinity>
ALLOTYPE_FN constexpr float value_by_bits(unsigned bits) {
  constexpr int width = 1 + ExponentBits + FractionBits;
  if constexpr (ExponentBits == 8) {
    return __builtin_bit_cast(float, bits << (32 - width));  // the upper part of a float
  } else {
    constexpr int bias = (1 << (ExponentBits - 1)) - 1, missing = 23 - FractionBits;
    constexpr unsigned all_ones = (1u << (width - 1)) - 1;
    constexpr unsigned first_special = Infinity ? all_ones ^ ((1u << FractionBits) - 1) : all_ones;
    // Its last place is that of the format's subnormal numbers. All three are made of every number: a loop becomes
    // vector instructions.
    constexpr unsigned ruler = static_cast<unsigned>(127 - bias + 1 + missing) << 23;
    unsigned const sign = (bits >> (width - 1)) << 31, magnitude = bits & all_ones;
    float const subnormal = __builtin_bit_cast(float, ruler + magnitude) - __builtin_bit_cast(float, ruler);
    unsigned const normal = (magnitude << missing) + (static_cast<unsigned>(127 - bias) << 23);
    unsigned const special = 0x7f800000u | magnitude << missing;
    unsigned const value = magnitude < 1u << FractionBits ? __builtin_bit_cast(unsigned, subnormal) : normal;
    return __builtin_bit_cast(float, sign | (magnitude >= first_special ? special : value));
  }
}

/// The same by the processor's instructions where it has them.
template <int ExponentBits, int FractionBits, bool Infinity>
ALLOTYPE_FN constexpr float value_of_format(unsigned bits) {
  using instructions = format_instructions<ExponentBits, FractionBits>;
  if constexpr (instructions::widens) {
    if (!__builtin_is_constant_evaluated()) return instructions::value(bits);
  }
  return value_by_bits<ExponentBits, FractionBits, Infinity>(bits);
}

/// An integer as a `float` that rounds to each format as the integer does. What a `float` does not hold is rounded to
/// odd, in steps of 128.
ALLOTYPE_FN constexpr float float_to_round(int value) {
  constexpr int all_held = 1 << 24;
  if (-all_held <= value && value <= all_held) return static_cast<float>(value);
  return static_cast<float>(value >> 7 | static_cast<int>((value & 127) != 0)) * 128.f;
}

/// a × b + c of numbers of at most 11 bits, rounded to odd in a `double`, which holds the product.
ALLOTYPE_FN constexpr double fused_to_odd(float a, float b, float c) {
  double const product = static_cast<double>(a) * static_cast<double>(b), addend = static_cast<double>(c);
  double const sum = product + addend;
  double const of_addend = sum - product;
  double const lost = (product - (sum - of_addend)) + (addend - of_addend);  // D. Knuth's exact sum
  unsigned long long const bits = __builtin_bit_cast(unsigned long long, sum);
  if (!(lost > 0 || lost < 0) || (bits & 1) != 0) return sum;
  return __builtin_bit_cast(double, (lost > 0) == (sum > 0) ? bits + 1 : bits - 1);
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
  ALLOTYPE_FN constexpr explicit narrow_float(int value) : narrow_float(float_to_round(value)) {}

  [[nodiscard]] ALLOTYPE_FN static constexpr Self from_bits(Bits bits) {
    Self result{};
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

  friend ALLOTYPE_FN constexpr Self operator+(Self a, Self b) {
    if constexpr (instructions::computes) {
      if (!__builtin_is_constant_evaluated()) return from_bits(instructions::sum(a.bits_, b.bits_));
    }
    return Self(float(a) + float(b));
  }
  friend ALLOTYPE_FN constexpr Self operator-(Self a, Self b) {
    if constexpr (instructions::computes) {
      if (!__builtin_is_constant_evaluated()) return from_bits(instructions::difference(a.bits_, b.bits_));
    }
    return Self(float(a) - float(b));
  }
  friend ALLOTYPE_FN constexpr Self operator*(Self a, Self b) {
    if constexpr (instructions::computes) {
      if (!__builtin_is_constant_evaluated()) return from_bits(instructions::product(a.bits_, b.bits_));
    }
    return Self(float(a) * float(b));
  }
  friend ALLOTYPE_FN constexpr Self operator/(Self a, Self b) { return Self(float(a) / float(b)); }
  friend ALLOTYPE_FN constexpr Self fused(Self a, Self b, Self c) {
    if constexpr (instructions::fuses) {
      if (!__builtin_is_constant_evaluated()) return from_bits(instructions::fused(a.bits_, b.bits_, c.bits_));
    }
    return Self(fused_to_odd(float(a), float(b), float(c)));
  }
  friend ALLOTYPE_FN constexpr Self operator-(Self a) {
    return from_bits(static_cast<Bits>(a.bits() ^ (1u << (ExponentBits + FractionBits))));
  }
  friend ALLOTYPE_FN constexpr Self& operator+=(Self& a, Self b) { return a = a + b; }
  friend ALLOTYPE_FN constexpr Self& operator-=(Self& a, Self b) { return a = a - b; }
  friend ALLOTYPE_FN constexpr Self& operator*=(Self& a, Self b) { return a = a * b; }
  friend ALLOTYPE_FN constexpr Self& operator/=(Self& a, Self b) { return a = a / b; }

 private:
  using instructions = format_instructions<ExponentBits, FractionBits>;
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

/// a × b + c, rounded once, of `float`, `double` or a format narrower than `float`.
template <class T>
  requires(
      requires { T::fraction_bits; } || requires { detail::binary_format<T>::fraction_bits; })
[[nodiscard]] ALLOTYPE_FN constexpr T fma(T a, T b, T c) {
  if constexpr (requires { T::fraction_bits; }) {
    return fused(a, b, c);
#ifdef __CUDA_ARCH__
  } else {
    return ::fma(a, b, c);
#else
  } else if constexpr (sizeof(T) == sizeof(float)) {
    return __builtin_fmaf(a, b, c);
  } else {
    return __builtin_fma(a, b, c);
#endif
  }
}

/// Does not compile; it says what the arguments are. Each argument is converted, so `::fma` of several types stays.
template <class Anything = detail::any_value>
[[nodiscard]] ALLOTYPE_FN constexpr auto fma(std::type_identity_t<Anything>, std::type_identity_t<Anything>,
                                             std::type_identity_t<Anything>) {
  constexpr bool are_of_one_type = sizeof(Anything) == 0;
  static_assert(are_of_one_type,
                "fma(a, b, c): all three are of one type, float, double or a narrower format: fma(x, float16(3), "
                "float16(1)), or of floats fma(float(x), 3.f, 1.f)");
  return detail::any_result{};
}

static_assert(sizeof(float16) == 2 && sizeof(bfloat16) == 2 && sizeof(float8_e4m3) == 1 && sizeof(float8_e5m2) == 1);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

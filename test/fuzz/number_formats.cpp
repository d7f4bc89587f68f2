// SPDX-License-Identifier: BSL-1.0
// fuzz_number_formats [PAIRS [STEP]]: the narrow formats on this CPU against whole numbers of 128 bits, which are
// exact. All pairs of classes and so many random ones are computed with, every STEP-th of the floats is rounded: with 1
// all 2^32.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "../unit/core/number_format_classes.hpp"

namespace at = allotype;
namespace classes = number_format_classes;

namespace {

__extension__ using wide = unsigned __int128;

/// ± significand × 2^exponent.
struct exact {
  bool negative;
  wide significand;
  int exponent;
};
exact exact_of(double value) {
  int exponent = 0;
  double const part = std::frexp(std::fabs(value), &exponent);
  return {std::signbit(value), static_cast<wide>(std::ldexp(part, 53)), exponent - 53};
}
exact product(exact const& a, exact const& b) {
  return {a.negative != b.negative, a.significand * b.significand, a.exponent + b.exponent};
}
/// Without the zeros at its end.
exact shortened(exact a) {
  for (; a.significand != 0 && (a.significand & 1) == 0; a.significand >>= 1) ++a.exponent;
  return a;
}
/// Of numbers of at most 22 bits. What is far below the larger one only says on which side of it the sum lies.
exact sum(exact a, exact b) {
  a = shortened(a), b = shortened(b);
  if (a.significand == 0 && b.significand == 0) return {a.negative && b.negative, 0, 0};
  if (b.significand == 0) return a;
  if (a.significand == 0) return b;
  if (a.exponent < b.exponent) return sum(b, a);
  constexpr int far = 90;
  int const distance = a.exponent - b.exponent;
  if (distance > far) b = {b.negative, 1, a.exponent - far};
  wide const larger = a.significand << (a.exponent - b.exponent);
  if (a.negative == b.negative) return {a.negative, larger + b.significand, b.exponent};
  if (larger == b.significand) return {false, 0, 0};
  if (larger > b.significand) return {a.negative, larger - b.significand, b.exponent};
  return {b.negative, b.significand - larger, b.exponent};
}

template <class Format>
unsigned rounded(exact const& a) {
  constexpr int e = Format::exponent_bits, f = Format::fraction_bits, bias = (1 << (e - 1)) - 1;
  constexpr unsigned beyond = Format::has_infinity ? ((1u << e) - 1) << f : (1u << (e + f)) - 1;
  unsigned const sign = a.negative ? 1u << (e + f) : 0;
  int width = 0;
  for (wide rest = a.significand; rest != 0; rest >>= 1) ++width;
  if (width == 0) return sign;
  int const least_place = 1 - bias - f, leading = a.exponent + width - 1;
  int const place = leading - f > least_place ? leading - f : least_place;
  int const dropped = place - a.exponent;
  if (dropped > width + 1) return sign;
  wide kept = dropped <= 0 ? a.significand << -dropped : a.significand >> dropped;
  if (dropped > 0) {
    wide const half = wide{1} << (dropped - 1), rest = a.significand - (kept << dropped);
    if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  }
  if (place - least_place > 1 << e) return sign | beyond;
  unsigned const magnitude = (static_cast<unsigned>(place - least_place) << f) + static_cast<unsigned>(kept);
  return sign | (magnitude < beyond ? magnitude : beyond);
}

long long wrong = 0;

template <class Format>
void expect(Format found, unsigned right, char const* operation, double a, double b, double c) {
  if (found.bits() == right) return;
  if (wrong++ < 10)
    std::printf("%s of %a, %a, %a: bits %x, not %x\n", operation, a, b, c, unsigned{found.bits()}, right);
}
template <class Format>
void expect_like(Format found, double right, char const* operation, double a, double b, double c) {
  if (std::isnan(right) && std::isnan(float(found))) return;
  expect(found, Format(right).bits(), operation, a, b, c);
}

template <class Format>
void compute(Format a, Format b, Format c) {
  double const x = double(float(a)), y = double(float(b)), z = double(float(c));
  if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z)) {
    expect_like(a + b, x + y, "sum", x, y, z);
    expect_like(a - b, x - y, "difference", x, y, z);
    expect_like(a * b, x * y, "product", x, y, z);
    expect_like(at::fma(a, b, c), x * y + z, "fma", x, y, z);
  } else {
    exact const exact_a = exact_of(x), exact_b = exact_of(y), exact_c = exact_of(z);
    expect(a + b, rounded<Format>(sum(exact_a, exact_b)), "sum", x, y, z);
    expect(a - b, rounded<Format>(sum(exact_a, exact_of(-y))), "difference", x, y, z);
    expect(a * b, rounded<Format>(product(shortened(exact_a), shortened(exact_b))), "product", x, y, z);
    exact const exact_product = product(shortened(exact_a), shortened(exact_b));
    expect(at::fma(a, b, c), rounded<Format>(sum(exact_product, exact_c)), "fma", x, y, z);
  }
  // 53 bits of a quotient lie on the right side of the middle of two narrow numbers.
  double const quotient = x / y;
  if (std::isfinite(quotient)) {
    expect(a / b, rounded<Format>(exact_of(quotient)), "quotient", x, y, z);
  } else {
    expect_like(a / b, quotient, "quotient", x, y, z);
  }
}

template <class Format>
void round(double value, Format found) {
  if (std::isnan(value)) {
    wrong += !std::isnan(float(found)) || (found.bits() >> (8 * sizeof(Format) - 1) != 0) != std::signbit(value);
  } else if (std::isinf(value)) {
    unsigned const sign = std::signbit(value) ? 1u << (8 * sizeof(Format) - 1) : 0;
    constexpr unsigned largest_exponent = ((1u << Format::exponent_bits) - 1) << Format::fraction_bits;
    expect(found, sign | (Format::has_infinity ? largest_exponent : 0x7f), "rounding", value, 0, 0);
  } else {
    expect(found, rounded<Format>(exact_of(value)), "rounding", value, 0, 0);
  }
}

/// Rounding ascends. So it is right where it is right on both sides of each of its steps.
template <class Format>
void round_floats(unsigned sign, long long step) {
  float before = classes::number_of<float>(sign);
  unsigned bits_before = Format(before).bits();
  round(double(before), Format(before));
  for (long long i = step; i < 1LL << 31; i += step) {
    auto const value = classes::number_of<float>(static_cast<unsigned>(i) | sign);
    Format const found(value);
    unsigned const bits = found.bits();
    if (bits != bits_before) round(double(before), Format(before)), round(double(value), found);
    if (i > 0x7f800000) {
      round(double(value), found);
    } else if (bits < bits_before) {
      ++wrong;
    }
    before = value, bits_before = bits;
  }
}

template <class Format>
void try_format(char const* name, long long pairs, long long step) {
  using bits = decltype(Format{}.bits());
  std::vector<Format> const each = classes::numbers<Format>();
  for (Format const a : each) {
    for (Format const b : each) {
      for (Format const c :
           {a, b, each[each.size() / 3], Format::smallest_subnormal(), Format(1.f), -Format::largest()}) {
        compute(a, b, c);
      }
    }
  }
  for (long long i = 0; i < pairs; ++i) {
    std::uint64_t const random = classes::mixed(static_cast<std::uint64_t>(i));
    auto const part = [&](int from) { return Format::from_bits(static_cast<bits>(random >> from)); };
    compute(part(0), part(16), part(32));
  }
  for (double const value : classes::to_round<double>()) round(value, Format(value));
  for (float const value : classes::to_round<float>()) round(double(value), Format(value));
  round_floats<Format>(0, step);
  round_floats<Format>(1u << 31, step);
  std::printf("%s: %lld wrong\n", name, wrong);
}

}  // namespace

int main(int count, char** arguments) {
  long long const pairs = count > 1 ? std::atoll(arguments[1]) : 100000;
  long long const step = count > 2 ? std::atoll(arguments[2]) : 4099;
  if (pairs < 0 || step < 1) {
    std::fprintf(stderr, "fuzz_number_formats [PAIRS [STEP]]: PAIRS is 0 or more, STEP 1 or more\n");
    return 2;
  }
  try_format<at::float16>("float16", pairs, step);
  try_format<at::bfloat16>("bfloat16", pairs, step);
  try_format<at::float8_e4m3>("float8_e4m3", pairs, step);
  try_format<at::float8_e5m2>("float8_e5m2", pairs, step);
  return wrong == 0 ? 0 : 1;
}

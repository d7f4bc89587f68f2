// SPDX-License-Identifier: BSL-1.0
// Every pattern of every format, and rounding against an oracle that knows only the list of values and "nearest, even".

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include <allotype/core/number_format.hpp>

#include "catch.hpp"

namespace at = allotype;

namespace {

/// What a pattern means, from the definition: sign, exponent, fraction; by arithmetic in double, not by bits.
template <class Format>
double meaning(unsigned bits) {
  constexpr int e = Format::exponent_bits, f = Format::fraction_bits;
  double const sign = (bits >> (e + f)) & 1 ? -1 : 1;
  int const exponent = static_cast<int>(bits >> f) & ((1 << e) - 1);
  unsigned const fraction = bits & ((1u << f) - 1);
  int const bias = (1 << (e - 1)) - 1;
  if (exponent == (1 << e) - 1) {
    if (Format::has_infinity) return fraction == 0 ? sign * HUGE_VAL : std::nan("");
    if (fraction == (1u << f) - 1) return std::nan("");
  }
  if (exponent == 0) return sign * std::ldexp(static_cast<double>(fraction), 1 - bias - f);
  return sign * std::ldexp(1.0 + std::ldexp(static_cast<double>(fraction), -f), exponent - bias);
}

template <class Format>
constexpr unsigned patterns = 1u << (1 + Format::exponent_bits + Format::fraction_bits);

/// The non-negative finite values, which ascend with their patterns, and one beyond: where the next would be.
template <class Format>
std::vector<double> magnitudes() {
  std::vector<double> values;
  for (unsigned bits = 0; bits < patterns<Format> / 2 && std::isfinite(meaning<Format>(bits)); ++bits) {
    values.push_back(meaning<Format>(bits));
  }
  std::size_t const n = values.size();
  values.push_back(values[n - 1] + (values[n - 1] - values[n - 2]));
  return values;
}

/// The pattern of the nearest value, of two the even one; beyond the last value infinity, or NaN where there is none.
template <class Format>
unsigned nearest(std::vector<double> const& values, double value) {
  unsigned const sign = std::signbit(value) ? patterns<Format> / 2 : 0;
  double const magnitude = std::fabs(value);
  auto const above = std::lower_bound(values.begin(), values.end(), magnitude);
  unsigned result;
  if (above == values.end()) {
    result = static_cast<unsigned>(values.size()) - 1;
  } else {
    auto const at = static_cast<unsigned>(above - values.begin());
    if (*above == magnitude || at == 0) {
      result = at;
    } else {
      // Exact: neighbours of the format are far closer to each other than double's last place.
      double const up = *above - magnitude, down = magnitude - values[at - 1];
      result = up < down ? at : down < up ? at - 1 : at % 2 == 0 ? at : at - 1;
    }
  }
  return sign | result;
}

template <class Format>
bool is_nan_pattern(unsigned bits) {
  return std::isnan(meaning<Format>(bits));
}

template <class Format>
long long count_of_wrong_values() {
  long long wrong = 0;
  for (unsigned bits = 0; bits < patterns<Format>; ++bits) {
    auto const number = Format::from_bits(static_cast<decltype(Format{}.bits())>(bits));
    auto const value = static_cast<float>(number);
    double const expected = meaning<Format>(bits);
    if (number.bits() != bits) ++wrong;
    if (std::isnan(expected)) {
      wrong += !std::isnan(value);
      wrong += !is_nan_pattern<Format>(Format(value).bits());
      wrong += !is_nan_pattern<Format>(Format(static_cast<double>(value)).bits());
      wrong += (Format(value).bits() ^ bits) >> (Format::exponent_bits + Format::fraction_bits) != 0;  // the sign
    } else {
      wrong += static_cast<double>(value) != expected || std::signbit(value) != std::signbit(expected);
      wrong += Format(value).bits() != bits;  // there and back
      wrong += Format(static_cast<double>(value)).bits() != bits;
      wrong += (-number).bits() != (bits ^ patterns<Format> / 2);
    }
  }
  return wrong;
}

/// Rounds `value` and what lies beside it, from double and, where it is one, from float.
template <class Format>
long long wrongly_rounded(std::vector<double> const& values, double value) {
  long long wrong = 0;
  for (double const x : {value, -value, std::nextafter(value, 1e300), std::nextafter(value, -1.0)}) {
    wrong += Format(x).bits() != nearest<Format>(values, x);
    auto const narrow = static_cast<float>(x);
    if (std::isfinite(narrow)) {
      for (float const y : {narrow, std::nextafter(narrow, 1e38f), std::nextafter(narrow, -1e38f)}) {
        wrong += Format(y).bits() != nearest<Format>(values, static_cast<double>(y));
      }
    }
  }
  return wrong;
}

template <class Format>
long long count_of_wrong_roundings() {
  auto const values = magnitudes<Format>();
  long long wrong = 0;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    double const step = values[i + 1] - values[i];
    for (double const part : {0.0, 0.25, 0.5, 0.75}) wrong += wrongly_rounded<Format>(values, values[i] + part * step);
  }
  std::uint64_t state = 1;
  for (int i = 0; i < 200000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    double wide;
    std::memcpy(&wide, &state, sizeof wide);
    if (std::isfinite(wide)) wrong += Format(wide).bits() != nearest<Format>(values, wide);
    auto const upper = static_cast<std::uint32_t>(state >> 32);
    float narrow;
    std::memcpy(&narrow, &upper, sizeof narrow);
    if (std::isfinite(narrow)) wrong += Format(narrow).bits() != nearest<Format>(values, static_cast<double>(narrow));
  }
  return wrong;
}

}  // namespace

TEMPLATE_TEST_CASE("every pattern means what the format says, and survives the way through float and double", "",
                   at::float16, at::bfloat16, at::float8_e4m3, at::float8_e5m2) {
  CHECK(count_of_wrong_values<TestType>() == 0);
}

TEMPLATE_TEST_CASE("rounding is to nearest, ties to even, from float and from double", "", at::float16, at::bfloat16,
                   at::float8_e4m3, at::float8_e5m2) {
  CHECK(count_of_wrong_roundings<TestType>() == 0);
}

TEST_CASE("the limits are those of the standards") {
  CHECK(at::float16::largest() == 65504.f);
  CHECK(at::float16::smallest_normal() == 0x1p-14f);
  CHECK(at::float16::smallest_subnormal() == 0x1p-24f);
  CHECK(at::float16::epsilon() == 0x1p-10f);
  CHECK(at::bfloat16::largest() == 0x1.fep127f);
  CHECK(at::bfloat16::smallest_normal() == 0x1p-126f);
  CHECK(at::bfloat16::smallest_subnormal() == 0x1p-133f);
  CHECK(at::float8_e4m3::largest() == 448.f);
  CHECK(at::float8_e4m3::smallest_subnormal() == 0x1p-9f);
  CHECK(at::float8_e5m2::largest() == 57344.f);
  CHECK(at::float8_e5m2::smallest_subnormal() == 0x1p-16f);
  CHECK(at::float16(65519.f) == 65504.f);
  CHECK(at::float16(65520.f).bits() == at::float16::infinity().bits());
  CHECK(at::float8_e4m3(464.f) == 448.f);
  CHECK(std::isnan(float(at::float8_e4m3(464.1f))));
  CHECK(std::isnan(float(at::float8_e4m3(HUGE_VALF))));
  CHECK(at::float8_e5m2(-HUGE_VALF).bits() == 0xfc);
}

TEST_CASE("one rounding from double, where two would go wrong") {
  // Just above the middle of 1 and 1 + 2^-10; by way of float it would be the middle, and go to the even 1.
  double const value = 1 + 0x1p-11 + 0x1p-40;
  CHECK(at::float16(value).bits() == 0x3c01);
  CHECK(at::float16(static_cast<float>(value)).bits() == 0x3c00);
}

TEST_CASE("arithmetic rounds after each operation, comparison is float's") {
  at::float16 const large{2048}, one{1};
  CHECK((large + one) == large);  // 2049 has no float16
  CHECK(float(large) + float(one) == 2049.f);
  CHECK((large - one) == 2047.f);
  CHECK((at::bfloat16{3} / at::bfloat16{7}).bits() == at::bfloat16(3.f / 7.f).bits());
  at::float8_e5m2 sum{1};
  sum += at::float8_e5m2{1};
  sum *= at::float8_e5m2{3};
  CHECK(sum == 6.f);
  CHECK(one < large);
  CHECK(at::float16(NAN) != at::float16(NAN));
  CHECK(-at::float16(0.f) == at::float16(0.f));
}

TEST_CASE("fma rounds once") {
  // The product is in the middle of two numbers, and a little less is below it.
  at::bfloat16 const a{1.0078125f}, b{1.5f}, little = -at::bfloat16::smallest_subnormal();
  CHECK(at::fma(a, b, little).bits() == 0x3fc1);
  CHECK((a * b + little).bits() == 0x3fc2);
  CHECK(at::fma(0.1f, 10.f, -1.f) == std::fma(0.1f, 10.f, -1.f));
  CHECK(at::fma(0.1, 10.0, -1.0) == std::fma(0.1, 10.0, -1.0));
  STATIC_REQUIRE(at::fma(at::float16(2.f), at::float16(3.f), at::float16(4.f)) == 10.f);
}

TEST_CASE("nothing narrows unasked") {
  STATIC_REQUIRE(!std::is_convertible_v<float, at::float16>);
  STATIC_REQUIRE(std::is_convertible_v<at::float16, float>);
  STATIC_REQUIRE(!std::is_convertible_v<at::float16, at::bfloat16>);
  STATIC_REQUIRE(std::is_same_v<decltype(at::float16{} + 1.f), float>);
  STATIC_REQUIRE(std::is_same_v<decltype(at::float16{} + at::float16{}), at::float16>);
  STATIC_REQUIRE(std::is_trivially_copyable_v<at::float16> && std::is_trivially_default_constructible_v<at::bfloat16>);
  STATIC_REQUIRE(at::float16(0.1).bits() == 0x2e66);
  STATIC_REQUIRE(at::bfloat16(0.1f).bits() == 0x3dcd);
}

// g++ before 13 has the type for x86 alone.
#if defined(__FLT16_MANT_DIG__) && (defined(__clang__) || defined(__SSE2__) || __GNUC__ >= 13)
TEST_CASE("float16 agrees with the compiler's own") {
  long long wrong = 0;
  std::uint32_t bits = 12345;
  for (int i = 0; i < 2000000; ++i) {
    bits = bits * 1664525 + 1013904223;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    _Float16 const theirs = static_cast<_Float16>(value);
    std::uint16_t their_bits;
    std::memcpy(&their_bits, &theirs, sizeof their_bits);
    wrong += at::float16(value).bits() != their_bits;  // NaN too: payload and all
  }
  CHECK(wrong == 0);
}
#endif

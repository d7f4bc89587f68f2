// SPDX-License-Identifier: BSL-1.0
/// \file
/// Numbers of each class of a narrow format, and what is rounded to them: for tests that compare two ways to compute.
#pragma once

#include <allotype/core/number_format.hpp>

#include <cstdint>
#include <vector>

namespace number_format_classes {

/// Zeros, subnormal and normal numbers, infinities and NaNs: each exponent where something changes, with each fraction
/// where something is carried.
template <class Format>
std::vector<Format> numbers() {
  constexpr int f = Format::fraction_bits, last = (1 << Format::exponent_bits) - 1, bias = last / 2;
  constexpr int exponents[] = {0, 1, 2, bias - f - 1, bias - 1, bias, bias + 1, bias + f + 1, last - 1, last};
  constexpr int all = (1 << f) - 1;
  constexpr int fractions[] = {0, 1, all / 2 + 1, all - 1, all};
  std::vector<Format> result;
  for (int const sign : {0, 1}) {
    for (int const exponent : exponents) {
      for (int const fraction : fractions) {
        if (exponent < 0 || exponent > last) continue;
        int const bits = ((sign << Format::exponent_bits | exponent) << f) | fraction;
        result.push_back(Format::from_bits(static_cast<decltype(Format{}.bits())>(bits)));
      }
    }
  }
  return result;
}

/// A number of type `Float` by its bits.
template <class Float>
Float number_of(typename allotype::detail::binary_format<Float>::bits bits) {
  return __builtin_bit_cast(Float, bits);
}

/// Numbers with each exponent, and with fractions that are a middle of two numbers of a format, lie beside one, or end
/// in many ones.
template <class Float>
std::vector<Float> to_round() {
  using format = allotype::detail::binary_format<Float>;
  using bits = typename format::bits;
  // A step of 7 between the exponents that no format here tells from 0 or from infinity.
  constexpr int bias = (1 << (format::exponent_bits - 1)) - 1, last = 2 * bias + 1;
  std::vector<Float> result;
  for (int exponent = 0; exponent <= last;
       exponent += exponent < bias - 160 || (exponent > bias + 130 && exponent < last - 7) ? 7 : 1) {
    for (int place = 0; place < format::fraction_bits; ++place) {
      bits const one = bits{1} << place, all = (bits{1} << format::fraction_bits) - 1;
      for (bits const fraction :
           {bits{0}, one, bits{one - 1}, bits{one + 1}, bits{3 * one}, bits{5 * one - 1}, bits{~one}}) {
        bits const magnitude = static_cast<bits>(exponent) << format::fraction_bits | (fraction & all);
        result.push_back(number_of<Float>(magnitude));
        result.push_back(-number_of<Float>(magnitude));
      }
    }
  }
  return result;
}

/// A number of 64 bits for each `i`, which looks random (G. L. Steele, D. Lea, C. H. Flood: SplitMix).
ALLOTYPE_FN constexpr std::uint64_t mixed(std::uint64_t i) {
  std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Equal bits; all NaNs are one.
template <class Format>
ALLOTYPE_FN constexpr bool same(Format a, Format b) {
  float const x = a, y = b;
  return a.bits() == b.bits() || (x != x && y != y);
}

}  // namespace number_format_classes

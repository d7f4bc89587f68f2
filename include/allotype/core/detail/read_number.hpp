// SPDX-License-Identifier: BSL-1.0
/// \file
/// The reader of whole numbers in decimal and hexadecimal digits; what else belongs to a number, such as a sign or what
/// may follow, is for each grammar to say.
#pragma once

#include <allotype/core/detail/text_piece.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Decimal digits at the beginning of a text.
struct digits_read {
  int count = 0;                 ///< how many there are; 0: the text does not begin with a number
  unsigned long long value = 0;  ///< at most `most`
  bool too_large = false;        ///< the number is larger than `most`

  constexpr explicit operator bool() const { return count > 0 && !too_large; }
};

constexpr digits_read read_digits(piece text, unsigned long long most = ~0ULL) {
  digits_read read;
  for (; read.count < text.length() && is_digit(text[read.count]); ++read.count) {
    auto const digit = static_cast<unsigned long long>(text[read.count] - '0');
    read.too_large = read.too_large || digit > most || read.value > (most - digit) / 10;
    read.value = read.too_large ? most : 10 * read.value + digit;
  }
  return read;
}

/// The number that all of the text is, without sign and blanks; `count` is 0 where it is not one.
constexpr digits_read read_number(piece text, unsigned long long most = ~0ULL) {
  digits_read const read = read_digits(text, most);
  return read.count == text.length() ? read : digits_read{};
}

inline constexpr char hexadecimal_digits[] = "0123456789abcdef";

/// The value of a hexadecimal digit in either case; -1 for another character.
constexpr int hexadecimal_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

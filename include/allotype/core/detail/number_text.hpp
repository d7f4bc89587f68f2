// SPDX-License-Identifier: BSL-1.0
/// \file
/// The reader of whole numbers in decimal digits; what else belongs to a number, such as a sign or what may follow, is
/// for each grammar to say. And their writer.
#pragma once

#include <allotype/core/detail/text_range.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// Decimal digits at the beginning of a text.
struct digits_read {
  int count = 0;                 ///< how many there are; 0: the text does not begin with a number
  unsigned long long value = 0;  ///< at most `most`
  bool too_large = false;        ///< the number is larger than `most`

  constexpr explicit operator bool() const { return count > 0 && !too_large; }
};

constexpr digits_read read_digits(text_range text, unsigned long long most = ~0ULL) {
  digits_read read;
  for (; read.count < text.length() && is_digit(text[read.count]); ++read.count) {
    auto const digit = static_cast<unsigned long long>(text[read.count] - '0');
    read.too_large = read.too_large || digit > most || read.value > (most - digit) / 10;
    read.value = read.too_large ? most : 10 * read.value + digit;
  }
  return read;
}

/// The number that all of the text is, without sign and blanks; `count` is 0 where it is not one.
constexpr digits_read read_number(text_range text, unsigned long long most = ~0ULL) {
  digits_read const read = read_digits(text, most);
  return read.count == text.length() ? read : digits_read{};
}

/// A whole number in decimal digits, as it is written.
class decimal {
 public:
  constexpr explicit decimal(unsigned long long number, bool negative = false) {
    do {
      characters_[--begin_] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    if (negative) characters_[--begin_] = '-';
  }
  constexpr explicit decimal(long long number)
      : decimal(number < 0 ? 0 - static_cast<unsigned long long>(number) : static_cast<unsigned long long>(number),
                number < 0) {}
  constexpr explicit decimal(int number) : decimal(static_cast<long long>(number)) {}

  constexpr char const* data() const { return characters_ + begin_; }
  constexpr int size() const { return room - begin_; }

 private:
  static constexpr int room = 20;  // the largest number has 20 digits, a negative one 19
  char characters_[std::size_t{room}]{};
  int begin_ = room;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

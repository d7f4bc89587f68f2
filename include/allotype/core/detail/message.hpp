// SPDX-License-Identifier: BSL-1.0
/// \file
/// Short texts without allocation, for reasons and errors. A text that is too long is cut and ends in "...".
#pragma once

#include <allotype/core/detail/language.hpp>

namespace allotype {

template <int Capacity>
class message {
 public:
  constexpr message() = default;
  constexpr message(char const* text) { *this << text; }

  // Not inlined: it is called in many places, and speed does not matter.
  [[gnu::noinline]] constexpr message& operator<<(char const* text) {
    while (*text != '\0' && length_ < Capacity) characters_[length_++] = *text++;
    if (*text != '\0') {
      for (int i = 1; i <= 3; ++i) characters_[Capacity - i] = '.';
    }
    characters_[length_] = '\0';
    return *this;
  }
  [[gnu::noinline]] constexpr message& operator<<(long long number) {
    char digits[24]{};
    int at = 23;
    bool const negative = number < 0;
    unsigned long long rest = negative ? 0ULL - static_cast<unsigned long long>(number) : static_cast<unsigned long long>(number);
    do {
      digits[--at] = static_cast<char>('0' + rest % 10);
      rest /= 10;
    } while (rest != 0);
    if (negative) digits[--at] = '-';
    return *this << &digits[at];
  }
  constexpr message& operator<<(int number) { return *this << static_cast<long long>(number); }

  constexpr char const* text() const { return characters_; }
  constexpr bool empty() const { return length_ == 0; }

 private:
  char characters_[Capacity + 1]{};
  int length_ = 0;
};

}  // namespace allotype

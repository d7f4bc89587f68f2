// SPDX-License-Identifier: BSL-1.0
/// \file
/// Short texts without allocation, for reasons and errors. A text that is too long is cut and ends in "...".
#pragma once

#include <allotype/core/detail/language.hpp>

namespace allotype {

template <int Capacity>
class message {
 public:
  // A text is short and its memory is not: while running, only the text is written and copied.
  constexpr message() noexcept {
    if (__builtin_is_constant_evaluated()) {
      for (char& each : characters_) each = '\0';
    }
    characters_[0] = '\0';
  }
  constexpr message(char const* text) : message() { *this << text; }
  constexpr message(message const& other) noexcept : message() { *this = other; }
  constexpr message& operator=(message const& other) noexcept {
    for (int i = 0; i <= other.length_; ++i) characters_[i] = other.characters_[i];
    length_ = other.length_;
    return *this;
  }

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
  char characters_[Capacity + 1];
  int length_ = 0;
};

}  // namespace allotype

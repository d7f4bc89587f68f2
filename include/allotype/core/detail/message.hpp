// SPDX-License-Identifier: BSL-1.0
/// \file
/// Short texts without allocation, for reasons and errors. A text that is too long is cut and ends in "...".
#pragma once

#include <allotype/core/detail/language.hpp>

#include <cstddef>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

// The same for texts of all capacities. Neither they nor the operators that call them are inlined: texts are made in
// many places, each of which would be longer to compile, and speed does not matter.

/// Puts `text` behind the first `length` of at most `capacity` characters.
[[gnu::noinline]] constexpr void append_text(char* characters, int& length, int capacity, char const* text) {
  while (*text != '\0' && length < capacity) characters[length++] = *text++;
  if (*text != '\0') {
    for (int i = 1; i <= 3; ++i) characters[capacity - i] = '.';
  }
  characters[length] = '\0';
}
[[gnu::noinline]] constexpr void append_number(char* characters, int& length, int capacity, long long number) {
  char digits[24]{};
  int at = 23;
  bool const negative = number < 0;
  unsigned long long rest =
      negative ? 0ULL - static_cast<unsigned long long>(number) : static_cast<unsigned long long>(number);
  do {
    digits[--at] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (negative) digits[--at] = '-';
  append_text(characters, length, capacity, &digits[at]);
}
/// Copies a text of `length` characters and its end.
[[gnu::noinline]] constexpr void copy_text(char* to, char const* from, int length) {
  for (int i = 0; i <= length; ++i) to[i] = from[i];
}

}  // namespace detail

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
    detail::copy_text(characters_, other.characters_, other.length_);
    length_ = other.length_;
    return *this;
  }

  [[gnu::noinline]] constexpr message& operator<<(char const* text) {
    detail::append_text(characters_, length_, Capacity, text);
    return *this;
  }
  [[gnu::noinline]] constexpr message& operator<<(long long number) {
    detail::append_number(characters_, length_, Capacity, number);
    return *this;
  }
  constexpr message& operator<<(int number) { return *this << static_cast<long long>(number); }

  [[nodiscard]] constexpr char const* text() const noexcept ALLOTYPE_LIFETIMEBOUND { return characters_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return length_ == 0; }

 private:
  char characters_[std::size_t{Capacity + 1}];
  int length_ = 0;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>

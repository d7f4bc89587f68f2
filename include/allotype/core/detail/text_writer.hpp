// SPDX-License-Identifier: BSL-1.0
/// \file
/// Texts of any length that one function makes while compiling and while running: it writes to a `text_writer`, first
/// to count the characters, then to keep them.
#pragma once

#include <allotype/core/detail/text_piece.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// Appends characters to memory that is large enough, or only counts them.
class text_writer {
 public:
  constexpr text_writer() = default;
  constexpr explicit text_writer(char* to) : to_(to) {}

  constexpr text_writer& operator<<(char c) {
    if (to_ != nullptr) to_[length_] = c;
    ++length_;
    return *this;
  }
  constexpr text_writer& operator<<(piece const& text) {
    for (int i = 0; i < text.length(); ++i) *this << text[i];
    return *this;
  }
  constexpr text_writer& operator<<(char const* text) { return *this << piece(text); }
  constexpr text_writer& operator<<(int number) {
    if (number < 0) return *this << '-' << -number;
    if (number >= 10) *this << number / 10;
    return *this << static_cast<char>('0' + number % 10);
  }
  /// The number of characters so far.
  constexpr int length() const { return length_; }

 private:
  char* to_ = nullptr;
  int length_ = 0;
};

template <class Printer>
constexpr int length_printed() {
  text_writer counting;
  Printer::print(counting);
  return counting.length();
}
template <class Printer, int Length>
struct characters_printed {
  char of[std::size_t{Length + 1}]{};
  constexpr characters_printed() {
    text_writer to(of);
    Printer::print(to);
  }
};

/// What `Printer::print(text_writer&)` prints, as a text with static storage.
template <class Printer>
inline constexpr characters_printed<Printer, length_printed<Printer>()> text_printed_by{};

/// What `print(text_writer&)` prints, as a `String` (std::string): this header does without <string>.
template <class String, class Print>
String printed_text(Print const& print) {
  text_writer counting;
  print(counting);
  String text(static_cast<decltype(String().size())>(counting.length()), '\0');
  text_writer to(text.data());
  print(to);
  return text;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

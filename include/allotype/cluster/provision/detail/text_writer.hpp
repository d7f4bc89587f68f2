// SPDX-License-Identifier: BSL-1.0
/// \file
/// Texts of any length that one function makes while compiling and while running: it writes to a `text_writer`, first
/// to count the characters, then to keep them.
#pragma once

#include <allotype/core/detail/number_text.hpp>
#include <allotype/core/fixed_text.hpp>

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
  constexpr text_writer& operator<<(text_range const& text) {
    for (int i = 0; i < text.length(); ++i) *this << text[i];
    return *this;
  }
  constexpr text_writer& operator<<(char const* text) { return *this << text_range(text); }
  constexpr text_writer& operator<<(int number) { return *this << text_range(decimal(number)); }
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
template <class Printer>
constexpr auto printed_by() {
  fixed_text<length_printed<Printer>()> text;
  text_writer to(text.characters);
  Printer::print(to);
  return text;
}

/// What `Printer::print(text_writer&)` prints, as a text with static storage.
template <class Printer>
inline constexpr auto text_printed_by = printed_by<Printer>();

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

// SPDX-License-Identifier: BSL-1.0
/// \file
/// A stretch of a text, read in place: trimmed, and taken apart at separators.
#pragma once

#include <allotype/core/detail/character.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

constexpr int length(char const* text) {
  if (!__builtin_is_constant_evaluated()) return static_cast<int>(__builtin_strlen(text));
  int n = 0;
  while (text[n] != '\0') ++n;
  return n;
}

/// The characters `begin` to `end` of a text. Positions stay those of the whole text, for errors.
struct text_range {
  char const* text = "";
  int begin = 0;
  int end = 0;

  constexpr text_range() = default;
  constexpr text_range(char const* whole) : text(whole), end(detail::length(whole)) {}
  constexpr text_range(char const* whole, int first, int last) : text(whole), begin(first), end(last) {}
  /// std::string, std::string_view and the like.
  template <class Text>
    requires requires(Text const& whole) { whole.data() + whole.size(); }
  constexpr text_range(Text const& whole) : text(whole.data()), end(static_cast<int>(whole.size())) {}

  constexpr int length() const { return end - begin; }
  constexpr bool empty() const { return begin == end; }
  constexpr char const* data() const { return text + begin; }
  constexpr char operator[](int i) const { return text[begin + i]; }

  /// The same text as a std::string, a std::string_view and the like.
  template <class Text>
  constexpr Text as() const {
    return Text(data(), static_cast<decltype(Text().size())>(length()));
  }

  /// The text without the first `i` characters.
  constexpr text_range from(int i) const { return {text, begin + i, end}; }
  constexpr text_range trimmed() const {
    text_range inner = *this;
    while (inner.begin < inner.end && is_blank(text[inner.begin])) ++inner.begin;
    while (inner.begin < inner.end && is_blank(text[inner.end - 1])) --inner.end;
    return inner;
  }
  /// The text up to the separator, or all of it; this range goes on behind the separator.
  constexpr text_range take_until(char separator) {
    text_range part{text, begin, begin};
    while (part.end < end && text[part.end] != separator) ++part.end;
    begin = part.end < end ? part.end + 1 : end;
    return part;
  }
};

/// The elements of a list that commas separate: one more than there are commas.
class comma_separated {
 public:
  constexpr explicit comma_separated(text_range list) : element_{list.text, list.begin, list.begin}, end_(list.end) {
    find_end();
  }

  constexpr bool done() const { return done_; }
  constexpr text_range element() const { return element_; }
  constexpr bool last() const { return element_.end == end_; }
  constexpr void next() {
    if (last()) {
      done_ = true;
    } else {
      element_.begin = ++element_.end;
      find_end();
    }
  }

 private:
  constexpr void find_end() {
    while (element_.end < end_ && element_.text[element_.end] != ',') ++element_.end;
  }

  text_range element_;
  int end_;
  bool done_ = false;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

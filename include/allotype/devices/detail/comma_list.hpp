// SPDX-License-Identifier: BSL-1.0
/// \file
/// Lists whose elements commas separate, read in place and while compiling.
#pragma once

#include <allotype/core/detail/name.hpp>

namespace allotype::detail {

/// What Python strips from a text.
constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// A stretch of a text.
struct piece {
  char const* text = "";
  int begin = 0;
  int end = 0;

  constexpr int length() const { return end - begin; }
  constexpr char const* data() const { return text + begin; }
  constexpr bool equals(piece other) const {
    if (length() != other.length()) return false;
    for (int i = 0; i < length(); ++i) {
      if (text[begin + i] != other.text[other.begin + i]) return false;
    }
    return true;
  }
  constexpr bool equals(char const* word) const {
    int i = 0;
    for (; word[i] != '\0'; ++i) {
      if (i >= length() || text[begin + i] != word[i]) return false;
    }
    return i == length();
  }
  constexpr piece trimmed() const {
    piece inner = *this;
    while (inner.begin < inner.end && is_blank(text[inner.begin])) ++inner.begin;
    while (inner.begin < inner.end && is_blank(text[inner.end - 1])) --inner.end;
    return inner;
  }
};

/// The elements of a list that commas separate: one more than there are commas.
class elements {
 public:
  constexpr elements(char const* text, int begin, int end) : element_{text, begin, begin}, end_(end) { find_end(); }
  constexpr explicit elements(char const* text) : elements(text, 0, length_of(text)) {}

  constexpr bool done() const { return done_; }
  constexpr piece element() const { return element_; }
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
  static constexpr int length_of(char const* text) {
    int n = 0;
    while (text[n] != '\0') ++n;
    return n;
  }
  constexpr void find_end() {
    while (element_.end < end_ && element_.text[element_.end] != ',') ++element_.end;
  }

  piece element_;
  int end_;
  bool done_ = false;
};

}  // namespace allotype::detail

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Values of a request that is computed while compiling: short texts, and a few of each kind.
#pragma once

#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/detail/message.hpp>
#include <allotype/core/detail/text_piece.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A short text that can be put together and compared while compiling.
class label {
 public:
  static constexpr int capacity = 127;

  constexpr label() = default;
  constexpr label(char const* text) { *this << text; }

  constexpr label& operator<<(char const* text) {
    while (*text != '\0') *this << *text++;
    return *this;
  }
  constexpr label& operator<<(char c) {
    if (size_ < capacity) characters_[size_] = c;
    ++size_;
    return *this;
  }
  constexpr label& operator<<(label const& other) { return *this << other.text(); }
  constexpr label& operator<<(long long number) {
    message<24> digits;
    digits << number;
    return *this << digits.text();
  }
  constexpr label& operator<<(int number) { return *this << static_cast<long long>(number); }

  constexpr char const* text() const { return characters_; }
  /// Characters of the whole text, also where it is longer than `capacity` and was cut.
  constexpr int size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  friend constexpr bool operator==(label const& a, char const* b) { return equal(a.characters_, b); }
  friend constexpr bool operator==(label const& a, label const& b) { return equal(a.characters_, b.characters_); }

 private:
  char characters_[capacity + 1]{};
  int size_ = 0;
};

/// At most `Most` values.
template <class T, int Most>
struct few {
  T each[std::size_t{Most}]{};
  int count = 0;

  constexpr void add(T const& value) { each[count++] = value; }
  constexpr int size() const { return count; }
  constexpr bool empty() const { return count == 0; }
  constexpr T const* begin() const { return each; }
  constexpr T const* end() const { return each + count; }
  constexpr T const& operator[](int i) const { return each[i]; }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

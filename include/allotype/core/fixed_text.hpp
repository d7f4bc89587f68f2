// SPDX-License-Identifier: BSL-1.0
/// \file
/// Short texts without allocation: names as template arguments, names that are put together while compiling, reasons
/// and errors.
#pragma once

#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/detail/number_text.hpp>

#include <cstddef>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

// The same for texts of all capacities. Neither they nor the operators that call them are inlined: texts are made in
// many places, each of which would be longer to compile. Their characters move together while running: the result of a
// task has the reasons for each alternative that it passed over.

constexpr void move_characters(char* to, char const* from, int count) {
  if (__builtin_is_constant_evaluated()) {
    for (int i = 0; i < count; ++i) to[i] = from[i];
  } else {
    __builtin_memmove(to, from, static_cast<std::size_t>(count));
  }
}

/// Puts `text` behind what `characters` has, which is room for `capacity` and the end. What does not fit is cut.
[[gnu::noinline]] constexpr void append_text(char* characters, int capacity, char const* text, int size) {
  int const at = length(characters), room = capacity - at;
  bool const cut = size > room;
  int const taken = cut ? room : size;
  move_characters(characters + at, text, taken);
  if (cut) {
    for (int i = 1; i <= 3 && i <= capacity; ++i) characters[capacity - i] = '.';
  }
  characters[at + taken] = '\0';
}
/// Copies a text and its end.
[[gnu::noinline]] constexpr void copy_text(char* to, char const* from) { move_characters(to, from, length(from) + 1); }

/// The most that a name has: of an accelerator, a pool, a label.
inline constexpr int characters_of_a_name = 127;

template <class T>
concept task_in_place_of_a_text = requires { typename T::wanted; };

}  // namespace detail

/// A text of at most `Capacity` characters. One that is longer is cut and ends in "...". As a template argument it is
/// what a literal says: `template <fixed_text Name>`; no type that can reach a kernel carries one, because nvcc cannot
/// compile its stubs for such types.
template <int Capacity>
struct fixed_text {
  char characters[std::size_t{Capacity + 1}];  ///< up to the first zero

  // Reasons and errors are short and their memory is not: while running, only the text is written and copied. Names are
  // made in hundreds while compiling, where one array is zero at once, and a loop takes a step for each character.
  constexpr fixed_text() noexcept
    requires(Capacity <= detail::characters_of_a_name)
      : characters{} {}
  constexpr fixed_text() noexcept
    requires(Capacity > detail::characters_of_a_name)
  {
    if (__builtin_is_constant_evaluated()) {
      for (char& each : characters) each = '\0';
    }
    characters[0] = '\0';
  }
  constexpr fixed_text(char const* text) : fixed_text() { *this << text; }
  /// nvcc writes a template argument as a list of characters.
  template <std::size_t Size>
  constexpr fixed_text(char const (&list)[Size]) : fixed_text() {
    *this << static_cast<char const*>(list);
  }
  template <detail::task_in_place_of_a_text Task>
    requires(Capacity == 0)
  constexpr fixed_text(Task const&) : fixed_text() {}
  constexpr fixed_text(fixed_text const& other) noexcept : fixed_text() { *this = other; }
  constexpr fixed_text& operator=(fixed_text const& other) noexcept {
    detail::copy_text(characters, other.characters);
    return *this;
  }

  [[gnu::noinline]] constexpr fixed_text& operator<<(char const* text) {
    detail::append_text(characters, Capacity, text, detail::length(text));
    return *this;
  }
  /// A std::string_view, a std::string or another text of this kind.
  template <class Text>
    requires requires(Text const& text) { text.data() + text.size(); }
  [[gnu::noinline]] constexpr fixed_text& operator<<(Text const& text) {
    detail::append_text(characters, Capacity, text.data(), static_cast<int>(text.size()));
    return *this;
  }
  constexpr fixed_text& operator<<(char c) {
    detail::append_text(characters, Capacity, &c, 1);
    return *this;
  }
  [[gnu::noinline]] constexpr fixed_text& operator<<(long long number) { return *this << detail::decimal(number); }
  constexpr fixed_text& operator<<(int number) { return *this << static_cast<long long>(number); }
  [[gnu::noinline]] constexpr fixed_text& operator<<(unsigned long long number) {
    return *this << detail::decimal(number);
  }

  /// The characters, with a zero behind them.
  [[nodiscard]] constexpr char const* text() const noexcept ALLOTYPE_LIFETIMEBOUND { return characters; }
  /// The same.
  [[nodiscard]] constexpr char const* data() const noexcept ALLOTYPE_LIFETIMEBOUND { return characters; }
  /// How many characters it has.
  [[nodiscard]] constexpr int size() const noexcept { return detail::length(characters); }
  /// Whether it has none.
  [[nodiscard]] constexpr bool empty() const noexcept { return characters[0] == '\0'; }

  friend constexpr bool operator==(fixed_text const& a, char const* b) { return detail::equal(a.characters, b); }
  template <int Other>
  friend constexpr bool operator==(fixed_text const& a, fixed_text<Other> const& b) {
    return detail::equal(a.characters, b.characters);
  }
};

/// The text itself: each value that has a text has `to_string`.
template <int Capacity>
[[nodiscard]] constexpr fixed_text<Capacity> to_string(fixed_text<Capacity> const& text) {
  return text;
}

/// Writes `to_string(value)`: `std::cout << at::device_uuid("GPU-8932f937…")`.
template <class Stream, class T, class = typename Stream::traits_type>
  requires requires(T const& value) { to_string(value).data(); }
Stream& operator<<(Stream& to, T const& value) {
  to << to_string(value).data();
  return to;
}

template <std::size_t Size>
fixed_text(char const (&)[Size]) -> fixed_text<static_cast<int>(Size) - 1>;
/// A task in place of a name is no text, which the template that takes the name says.
template <detail::task_in_place_of_a_text Task>
fixed_text(Task const&) -> fixed_text<0>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>

// SPDX-License-Identifier: BSL-1.0
/// \file
/// What kind a character is, and its other case; of ASCII, in every locale.
#pragma once

#include <allotype/core/detail/language.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// What Python strips from a text: blanks, tabs, and what ends lines and pages.
constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_lower(c) || is_upper(c); }
constexpr bool is_alphanumeric(char c) { return is_letter(c) || is_digit(c); }

constexpr char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
constexpr char unchanged(char c) { return c; }

inline constexpr char hexadecimal_digits[] = "0123456789abcdef";

/// The value of a hexadecimal digit in either case; -1 for another character.
constexpr int hexadecimal_value(char c) {
  if (is_digit(c)) return c - '0';
  if (lower(c) >= 'a' && lower(c) <= 'f') return lower(c) - 'a' + 10;
  return -1;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which characters of a text are written as they are: the others are no sign on paper, and a terminal, or a reader of
/// the text, may do something with them.
#pragma once

#include <string>

#include <allotype/cluster/quoting/utf8.hpp>
#include <allotype/core/detail/character.hpp>
#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// It is a sign or a blank. Control characters, ends of lines, and what turns the direction of writing or is not seen
/// at all, are none.
constexpr bool is_shown(utf8_character const& it) {
  char32_t const c = it.code;
  if (!it.valid || c < 0x20 || (c >= 0x7f && c <= 0x9f)) return false;
  bool const turns_or_hides = c == 0x61c || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
                              (c >= 0x2060 && c <= 0x206f) || (c >= 0xfff9 && c <= 0xfffb) || c == 0xfeff;
  return !turns_or_hides && (c & 0xfffe) != 0xfffe && (c < 0xe0000 || c > 0xe007f);
}

/// So many hexadecimal digits.
inline std::string hexadecimal(char32_t number, int digits) {
  std::string text;
  for (int i = digits - 1; i >= 0; --i) text += hexadecimal_digits[number >> (4 * i) & 15];
  return text;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

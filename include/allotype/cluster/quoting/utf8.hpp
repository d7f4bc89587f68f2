// SPDX-License-Identifier: BSL-1.0
/// \file
/// The characters of UTF-8 texts.
#pragma once

#include <cstddef>
#include <string_view>

#include <allotype/core/detail/language.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A character of a text.
struct utf8_character {
  char32_t code = 0;   ///< where the bytes are no UTF-8: the byte
  int bytes = 1;       ///< that it takes
  bool valid = false;  ///< it is UTF-8
};

/// The character at the beginning of so many bytes, at least one. (RFC 3629)
constexpr utf8_character first_character(char const* text, std::size_t size) {
  auto const byte = [text](int i) { return static_cast<unsigned char>(text[i]); };
  unsigned const first = byte(0);
  if (first < 0x80) return {first, 1, true};
  int const more = first >= 0xc2 && first <= 0xdf   ? 1
                   : first >= 0xe0 && first <= 0xef ? 2
                   : first >= 0xf0 && first <= 0xf4 ? 3
                                                    : 0;
  utf8_character const invalid{first, 1, false};
  if (more == 0 || static_cast<std::size_t>(more) >= size) return invalid;
  char32_t code = first & (0x3fu >> more);
  for (int i = 1; i <= more; ++i) {
    if ((byte(i) & 0xc0u) != 0x80) return invalid;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  constexpr char32_t least[] = {0, 0x80, 0x800, 0x10000};
  if (code < least[more] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return invalid;
  return {code, more + 1, true};
}

/// Calls `visit(character, its bytes)` for each.
template <class Visit>
constexpr void for_each_character(std::string_view text, Visit const& visit) {
  while (!text.empty()) {
    utf8_character const it = first_character(text.data(), text.size());
    visit(it, text.substr(0, static_cast<std::size_t>(it.bytes)));
    text.remove_prefix(static_cast<std::size_t>(it.bytes));
  }
}

/// No overlong forms, no surrogates, nothing above U+10FFFF.
constexpr bool is_utf8(std::string_view text) {
  bool valid = true;
  for_each_character(text, [&](utf8_character const& it, std::string_view) { valid = valid && it.valid; });
  return valid;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

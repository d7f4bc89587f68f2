// SPDX-License-Identifier: BSL-1.0
/// \file
/// A text for a terminal: nothing in it moves the cursor, turns the direction of writing or is a command.
#pragma once

#include <allotype/cluster/quoting/characters.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// What is not shown is written in letters, `\x1b` or `\u202e`.
/// \param keeps_lines ends of lines stay: the text is a whole message
inline std::string terminal_text(std::string_view text, bool keeps_lines = false) {
  std::string shown;
  for_each_character(text, [&](utf8_character const& it, std::string_view bytes) {
    if (is_shown(it) || (keeps_lines && it.code == '\n')) {
      shown += bytes;
    } else if (it.code == '\n' || it.code == '\t' || it.code == '\r') {
      shown += it.code == '\n' ? "\\n" : it.code == '\t' ? "\\t" : "\\r";
    } else if (it.code < 0x80 || !it.valid) {
      shown += "\\x" + hexadecimal(it.code, 2);
    } else {
      shown += it.code > 0xffff ? "\\U" + hexadecimal(it.code, 8) : "\\u" + hexadecimal(it.code, 4);
    }
  });
  return shown;
}

/// A text that a person wrote, in quotes, for an error; long ones are cut.
inline std::string in_error(std::string_view text) {
  constexpr std::size_t longest = 200;
  return '"' + terminal_text(text.substr(0, longest)) + (text.size() > longest ? "...\"" : "\"");
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

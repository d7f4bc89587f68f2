// SPDX-License-Identifier: BSL-1.0
/// \file
/// Texts of XML and HTML, also of their attributes.
#pragma once

#include <allotype/cluster/quoting/characters.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// As the content of an element, or between the quotes of an attribute. Control characters, which XML does not have,
/// and what is not UTF-8 are U+FFFD; what else is not shown is written by its number. (XML 1.0, 2.2 and 2.4)
inline std::string xml_text(std::string_view text) {
  std::string made;
  for_each_character(text, [&](utf8_character const& it, std::string_view bytes) {
    bool const is_control = it.code < 0x20 && it.code != '\t' && it.code != '\n' && it.code != '\r';
    if (!it.valid || is_control || (it.code & 0xfffe) == 0xfffe) {
      made += "\xef\xbf\xbd";
    } else if (!is_shown(it)) {
      made += "&#" + std::to_string(static_cast<unsigned long>(it.code)) + ';';
    } else {
      switch (it.code) {
        case '&':
          made += "&amp;";
          break;
        case '<':
          made += "&lt;";
          break;
        case '>':
          made += "&gt;";
          break;
        case '"':
          made += "&quot;";
          break;
        case '\'':
          made += "&#39;";
          break;
        default:
          made += bytes;
      }
    }
  });
  return made;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

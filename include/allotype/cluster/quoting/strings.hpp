// SPDX-License-Identifier: BSL-1.0
/// \file
/// Texts between quotes, in the languages that write with a backslash what cannot be seen: JSON, YAML, CEL, HCL, and
/// the ClassAds of HTCondor. Their readers give back the text, whatever is in it.
#pragma once

#include <allotype/cluster/quoting/terminal.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// How a language writes a text between quotes.
struct string_form {
  char const* language;  ///< for errors
  char quote = '"';
  bool pairs = false;      ///< a character beyond U+FFFF is two `\u`; otherwise `\U` and eight digits
  bool octal = false;      ///< bytes are octal numbers, and a dollar sign is one, too
  bool zero = true;        ///< a text may have a NUL
  bool templates = false;  ///< `${` and `%{` begin an expression, unless their first character is doubled
};

inline std::string octal_bytes(std::string_view bytes) {
  std::string text;
  for (char const c : bytes) {
    auto const byte = static_cast<unsigned char>(c);
    text += '\\';
    for (int const shift : {6, 3, 0}) text += static_cast<char>('0' + (byte >> shift & 7));
  }
  return text;
}

/// \throws input_error for a text that is not UTF-8, or has a NUL where the language has none
inline std::string quoted_text(std::string_view text, string_form const& form) {
  std::string made(1, form.quote);
  for_each_character(text, [&](utf8_character const& it, std::string_view bytes) {
    if (!it.valid)
      throw input_error(message<2000>{} << in_error(text).c_str() << " is not UTF-8, as texts in " << form.language
                                        << " are");
    if (it.code == 0 && !form.zero)
      throw input_error(message<2000>{} << in_error(text).c_str() << " has a NUL, which no text in " << form.language
                                        << " has");
    bool const begins_template = form.templates && (it.code == '$' || it.code == '%') &&
                                 bytes.data() + 1 != text.data() + text.size() && bytes.data()[1] == '{';
    if (it.code == static_cast<unsigned char>(form.quote) || it.code == '\\') {
      made.append("\\").append(bytes);
    } else if (it.code == '\n') {
      made += "\\n";
    } else if (begins_template) {
      made.append(bytes).append(bytes);
    } else if (form.octal && (!is_shown(it) || it.code == '$')) {
      made += octal_bytes(bytes);
    } else if (is_shown(it)) {
      made += bytes;
    } else if (it.code <= 0xffff) {
      made += "\\u" + hexadecimal(it.code, 4);
    } else if (form.pairs) {
      char32_t const rest = it.code - 0x10000;
      made += "\\u" + hexadecimal(0xd800 + (rest >> 10), 4) + "\\u" + hexadecimal(0xdc00 + (rest & 0x3ff), 4);
    } else {
      made += "\\U" + hexadecimal(it.code, 8);
    }
  });
  return made + form.quote;
}

// \throws of all: as quoted_text

/// A text of JSON. (RFC 8259)
inline std::string json_string(std::string_view text) { return quoted_text(text, {.language = "JSON", .pairs = true}); }
/// A document of JSON whose texts, which alone can have it, have in letters what is not shown.
inline std::string shown_json(std::string_view document) {
  std::string shown;
  for_each_character(document, [&](utf8_character const& it, std::string_view bytes) {
    std::string const literal = is_shown(it) || it.code == '\n' ? "" : json_string(bytes);
    shown += literal.empty() ? bytes : std::string_view(literal).substr(1, literal.size() - 2);
  });
  return shown;
}
/// A text of Kubernetes' Common Expression Language. (cel-spec, langdef)
inline std::string cel_string(std::string_view text) { return quoted_text(text, {.language = "CEL", .quote = '\''}); }
/// A text of an expression in a submit file of HTCondor, where `$(NAME)` would be a macro. (HTCondor's manual, ClassAd
/// Evaluation Semantics and Submit File Macros)
inline std::string classad_string(std::string_view text) {
  return quoted_text(text, {.language = "ClassAds", .octal = true, .zero = false});
}
/// A text of Nomad's files. (hashicorp/hcl, hclsyntax/spec.md)
inline std::string hcl_string(std::string_view text) {
  return quoted_text(text, {.language = "HCL", .templates = true});
}

/// Whether readers of YAML 1.1 and of 1.2 take the text without quotes for that text: it has letters, digits, `-`, `_`,
/// `.` and `/`, begins with a letter or a digit, and is neither a number, a date nor a word that means something else.
inline bool is_plain_in_yaml(std::string_view text) {
  constexpr std::string_view words[] = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"};
  std::string small;
  bool letter = false;  // one that no number has
  for (char const c : text) {
    small += lower(c);
    letter = letter || (is_letter(c) && lower(c) != 'e');
    if (!is_alphanumeric(c) && c != '-' && c != '_' && c != '.' && c != '/') return false;
  }
  for (std::string_view const word : words) {
    if (small == word) return false;
  }
  bool const other_base =
      small.size() > 1 && small[0] == '0' && (small[1] == 'x' || small[1] == 'o' || small[1] == 'b');
  return letter && !other_base && is_alphanumeric(text[0]);
}

/// A text of YAML, in 1.1 and in 1.2 alike: as it is, or in double quotes.
inline std::string yaml_scalar(std::string_view text) {
  return is_plain_in_yaml(text) ? std::string{text} : quoted_text(text, {.language = "YAML"});
}

/// Lines that readers of YAML give back as they stand, indented behind a `|`.
inline bool is_block_in_yaml(std::string_view text) {
  bool shown = text.size() > 1;
  for_each_character(
      text, [&](utf8_character const& it, std::string_view) { shown = shown && (is_shown(it) || it.code == '\n'); });
  return shown && text[0] != ' ' && text[0] != '\n' && text.back() == '\n' && text[text.size() - 2] != '\n';
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

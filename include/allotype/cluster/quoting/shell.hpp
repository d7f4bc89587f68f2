// SPDX-License-Identifier: BSL-1.0
/// \file
/// Words of a command line, for POSIX shells, and the options in the head of a script for Slurm.
#pragma once

#include <allotype/cluster/quoting/strings.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A shell takes it as it stands, wherever in a command.
constexpr bool is_plain_in_shell(std::string_view text) {
  for (char const c : text) {
    bool const plain = is_alphanumeric(c) || c == '_' || c == '-' || c == '.' || c == '/' || c == ':' || c == ',' ||
                       c == '+' || c == '@' || c == '%' || c == '=';
    if (!plain) return false;
  }
  return !text.empty();
}

/// One word of a command: as it is, between double quotes, or between single ones. What is not shown is written by
/// `printf`, byte by byte, so that the word is the same for any bytes; ends of lines stay.
/// (POSIX.1-2017, Shell Command Language, 2.2 and 2.6.3)
/// \param stands_first the word names the command: there `A=b` would set a variable
/// \throws input_error for a NUL, which no word has
inline std::string shell_word(std::string_view text, bool stands_first = false) {
  if (text.find('\0') != text.npos)
    throw input_error(message<2000>{} << in_error(text).c_str() << " has a NUL, which no word of a command has");
  if (is_plain_in_shell(text) && !(stands_first && text.find('=') != text.npos)) return std::string{text};
  bool simple = !text.empty();
  for_each_character(text, [&](utf8_character const& it, std::string_view) {
    simple = simple && is_shown(it) && it.code != '"' && it.code != '\\' && it.code != '$' && it.code != '`' &&
             it.code != '!';
  });
  if (simple) return '"' + std::string{text} + '"';
  std::string word, hidden;
  bool inside = false;  // of single quotes
  auto const be = [&](bool wanted) {
    if (inside != wanted) word += '\'';
    inside = wanted;
  };
  auto const write_hidden = [&] {
    if (hidden.empty()) return;
    be(false);
    word += "\"$(printf '" + hidden + "')\"";
    hidden.clear();
  };
  for_each_character(text, [&](utf8_character const& it, std::string_view bytes) {
    if (!is_shown(it) && it.code != '\n') {
      hidden += octal_bytes(bytes);
      return;
    }
    write_hidden();
    be(it.code != '\'');
    word += it.code == '\'' ? "\\'" : bytes;
  });
  write_hidden();
  be(false);
  return word.empty() ? "''" : word;
}

/// What stands behind the `=` of an option in a line `#SBATCH --option=value`: as it is, or between double quotes.
/// (SchedMD/slurm, src/sbatch/opt.c)
/// \throws input_error for what no line has
inline std::string sbatch_value(std::string_view text) {
  for_each_character(text, [&](utf8_character const& it, std::string_view) {
    if (is_shown(it)) return;
    throw input_error(message<2000>{} << in_error(text).c_str()
                                      << " cannot stand in a line #SBATCH: it has one line of UTF-8, without control "
                                         "characters");
  });
  bool plain = !text.empty();
  for (char const c : text) plain = plain && c != ' ' && c != '"' && c != '\'' && c != '\\' && c != '#';
  if (plain) return std::string{text};
  std::string made = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') made += '\\';
    made += c;
  }
  return made + '"';
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

// SPDX-License-Identifier: BSL-1.0
/// \file
/// POSIX's extended regular expressions. Those of the standard library would take the compiler seconds in each file.
#pragma once

#include <regex.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

namespace patterns {

/// The text of a match, then those of its groups; a group without a match is empty.
using match = std::vector<std::string>;

/// A compiled expression of at most 9 groups.
class expression {
 public:
  explicit expression(std::string const& pattern) {
    if (regcomp(&compiled_, pattern.c_str(), REG_EXTENDED) != 0) throw std::invalid_argument("no pattern: " + pattern);
  }
  expression(expression const&) = delete;
  ~expression() { regfree(&compiled_); }

  /// Searches from `begin` on, and moves it behind the match. Empty where nothing matches.
  match next(std::string const& text, std::size_t& begin) const {
    std::array<regmatch_t, 10> found{};
    if (begin > text.size()) return {};
    if (regexec(&compiled_, text.c_str() + begin, found.size(), found.data(), begin == 0 ? 0 : REG_NOTBOL) != 0)
      return {};
    match all;
    for (std::size_t i = 0; i <= compiled_.re_nsub; ++i) {
      auto const from = static_cast<std::size_t>(found[i].rm_so), to = static_cast<std::size_t>(found[i].rm_eo);
      all.push_back(found[i].rm_so < 0 ? "" : text.substr(begin + from, to - from));
    }
    begin += static_cast<std::size_t>(found[0].rm_eo);
    return all;
  }

 private:
  regex_t compiled_{};
};

/// The match of the whole text; empty where it does not match. The pattern has alternatives only in groups.
inline match whole(std::string const& text, std::string const& pattern) {
  std::size_t begin = 0;
  return expression("^" + pattern + "$").next(text, begin);
}

/// All matches, in order. The pattern does not match an empty text.
inline std::vector<match> all(std::string const& text, std::string const& pattern) {
  expression const compiled(pattern);
  std::vector<match> found;
  std::size_t begin = 0;
  for (match each; !(each = compiled.next(text, begin)).empty();) found.push_back(each);
  return found;
}

/// The text with `replacement` in place of each match.
inline std::string replaced(std::string const& text, std::string const& pattern, std::string const& replacement) {
  expression const compiled(pattern);
  std::string result;
  std::size_t begin = 0;
  for (std::size_t last = 0;; last = begin) {
    match const each = compiled.next(text, begin);
    if (each.empty()) return result + text.substr(last);
    result += text.substr(last, begin - last - each[0].size()) + replacement;
  }
}

}  // namespace patterns

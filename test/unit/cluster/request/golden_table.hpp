// SPDX-License-Identifier: BSL-1.0
// The rows of a table in test/data.
#pragma once

#include <fstream>
#include <string>
#include <vector>

namespace golden {

inline std::vector<std::string> split(std::string const& text, std::string const& separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != std::string::npos; begin = end + separator.size()) {
    parts.push_back(text.substr(begin, end - begin));
  }
  parts.push_back(text.substr(begin));
  return parts;
}

/// The rows of a table, without its header.
inline std::vector<std::vector<std::string>> rows_of(char const* file) {
  std::ifstream in(std::string{ALLOTYPE_TEST_DATA} + "/" + file);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) rows.push_back(split(line, "\t"));
  return rows;
}

}  // namespace golden

// SPDX-License-Identifier: BSL-1.0
// The accelerators of the tables in test/data, by the words of a C++ program: A100::partition<"2g.10gb">.
#pragma once

#include <allotype/names/accelerator_names.hpp>
#include <allotype/request/request_for.hpp>

#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"

namespace golden {

namespace at = allotype;

template <class... A>
std::map<std::string, at::detail::wanted_accelerator const*> by_words(at::list<A...>) {
  std::map<std::string, at::detail::wanted_accelerator const*> found;
  for (at::detail::wanted_accelerator const* each : {&at::detail::wanted_of<A>...}) {
    std::string words = each->device;
    if (each->is_partition()) {
      words += std::string{each->chips != 0 ? "::slice<\"" : "::partition<\""} + each->partition + "\">";
    } else if (each->state == at::detail::accelerator_state::whole) {
      words += "::unpartitioned";
    }
    found[words] = each;
  }
  return found;
}

/// \return a null pointer for what is no type of the catalogue
inline at::detail::wanted_accelerator const* find(std::string const& words) {
  static auto const all = by_words(at::detail::accelerator_names<>::types{});
  auto const found = all.find(words);
  return found == all.end() ? nullptr : found->second;
}

inline std::vector<std::string> split(std::string const& text, std::string const& separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != std::string::npos; begin = end + separator.size()) {
    parts.push_back(text.substr(begin, end - begin));
  }
  parts.push_back(text.substr(begin));
  return parts;
}

/// `X`, `X + Y`, `any_of<X,Y>`; of each so many. \return nothing where a part is no type of the catalogue
inline std::optional<at::detail::wanted> wanted_by(std::string text, int count) {
  at::detail::wanted wanted;
  std::string separator = " + ";
  if (text.rfind("any_of<", 0) == 0) {
    wanted.alternatives = true;
    separator = ",";
    text = text.substr(7, text.size() - 8);
  }
  for (std::string const& words : split(text, separator)) {
    auto const* const what = find(words);
    if (what == nullptr || !wanted.add(*what, count)) return {};
  }
  return wanted;
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

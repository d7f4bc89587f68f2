// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Linux says in /proc and /sys, read below a root that tests replace. What is not there or not a number is
/// absent.
#pragma once

#include <allotype/core/detail/number_text.hpp>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

inline std::optional<std::string> text_of_system_file(std::string const& path) {
  std::FILE* const file = std::fopen(path.c_str(), "re");
  if (file == nullptr) return std::nullopt;
  std::string text;
  char part[4096];
  for (std::size_t got; (got = std::fread(part, 1, sizeof(part), file)) > 0;) text.append(part, got);
  bool const failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) return std::nullopt;
  return text;
}

/// The text without blanks and line ends around it.
inline std::string_view trimmed(std::string_view text) { return text_range(text).trimmed().as<std::string_view>(); }

/// Decimal digits and nothing else; absent where the number has more than 64 bits.
inline std::optional<unsigned long long> number_in(std::string_view text) {
  auto const read = read_number(text_range(text).trimmed());
  return read ? std::optional{read.value} : std::nullopt;
}

inline std::optional<unsigned long long> number_of_system_file(std::string const& path) {
  auto const text = text_of_system_file(path);
  return text ? number_in(*text) : std::nullopt;
}

/// The text up to `separator`, which is taken away with it.
inline std::string_view take_until(std::string_view& rest, char separator) {
  text_range all = rest;
  text_range const part = all.take_until(separator);
  rest = all.as<std::string_view>();
  return part.as<std::string_view>();
}

/// The value behind `label:` in files such as /proc/meminfo, trimmed; absent where no line has it.
inline std::optional<std::string_view> value_of_label(std::string_view text, std::string_view label) {
  while (!text.empty()) {
    std::string_view line = take_until(text, '\n');
    std::string_view const name = take_until(line, ':');
    if (trimmed(name) == label) return trimmed(line);
  }
  return std::nullopt;
}

/// The bytes of a line such as `MemTotal:  24684112 kB`.
inline std::optional<unsigned long long> kibibytes_of_label(std::string_view text, std::string_view label) {
  auto value = value_of_label(text, label);
  if (!value) return std::nullopt;
  auto const number = number_in(take_until(*value, ' '));
  if (!number || trimmed(*value) != "kB" || *number > ~0ULL >> 10) return std::nullopt;
  return *number << 10;
}

/// Linux's lists of processors and nodes: `0-3,8`. Absent where the text is not one; empty where it is empty. Numbers
/// beyond what Linux can have (2^20), and more of them, are no list.
inline std::optional<std::vector<int>> list_in(std::string_view text) {
  constexpr unsigned long long most = 1u << 20;
  std::vector<int> numbers;
  text = trimmed(text);
  while (!text.empty()) {
    std::string_view range = take_until(text, ',');
    auto const first = number_in(take_until(range, '-'));
    auto const last = range.empty() ? first : number_in(range);
    if (!first || !last || *first > *last || *last > most) return std::nullopt;
    if (numbers.size() + (*last - *first + 1) > most + 1) return std::nullopt;
    for (auto i = *first; i <= *last; ++i) numbers.push_back(static_cast<int>(i));
  }
  return numbers;
}

inline std::optional<std::vector<int>> list_of_system_file(std::string const& path) {
  auto const text = text_of_system_file(path);
  return text ? list_in(*text) : std::nullopt;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

// SPDX-License-Identifier: BSL-1.0
/// \file
/// The values that an option's text in `--help` lists.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace program {

/// The values between the braces of `TEXT:{auto,always,never}`; none where there are no braces.
inline std::vector<std::string> listed_values(std::string const& type) {
  std::vector<std::string> values;
  std::size_t const end = type.find('}');
  for (std::size_t at = type.find('{'); at != std::string::npos && at < end;) {
    std::size_t const next = std::min(type.find(',', at + 1), end);
    values.push_back(type.substr(at + 1, next - at - 1));
    at = next;
  }
  return values;
}

}  // namespace program

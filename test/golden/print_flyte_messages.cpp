// SPDX-License-Identifier: BSL-1.0
/// \file
/// Prints every message as `list<TAB>sdk<TAB>expression<TAB>type<TAB>bytes in hex<TAB>JSON`, for
/// flytekit_differential.py. The list is `table` for what test/data/flyte_messages.tsv also holds, else `more`.

#include "flyte_rows.hpp"

#include <iostream>

namespace {

void print(char const* list, std::vector<flyte_message> const& messages) {
  for (auto const& [row, json] : messages) {
    std::cout << list << '\t' << row.sdk << '\t' << row.expression << '\t' << row.message << '\t' << row.hex << '\t'
              << json << '\n';
  }
}

}  // namespace

int main() {
  print("table", flyte_messages());
  print("more", more_flyte_messages());
  std::cout.flush();
  return std::cout ? 0 : 1;
}

// SPDX-License-Identifier: BSL-1.0
// The code of doc/strategies.md says and does what the page says.
#include "strategies.md.hpp"

int main(int argc, char** argv) {
  std::vector<std::vector<float>> const targets{{1, 2, 3}, {3, 4, 5}};
  auto const sharded = by_types(targets);
  bool const good =
      sharded == by_names(targets, "sharded") && sharded == by_names(targets, "dp") && largest_of_all(4) == 9;
  fit(targets);
  older(targets);
  std::string refused;
  try {
    by_names(targets, "fsdp");
  } catch (at::incompatible const& error) {
    refused = error.what();
  }
  std::printf("%s\n", refused.c_str());
  return good && sharded[0] > 1.99f && sharded[0] < 2.01f && !refused.empty() && chosen_outside(argc, argv) == "cpu" ? 0 : 1;
}

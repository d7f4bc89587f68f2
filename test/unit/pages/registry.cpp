// SPDX-License-Identifier: BSL-1.0
// The code of doc/registry.md says and does what the page says.
#include "registry.md.hpp"

namespace {

std::vector<std::string> run_with(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  return run(static_cast<int>(words.size()), argv.data());
}

}  // namespace

int main() {
  print_accelerators();
  if (!refuses_what_is_taken()) return 1;
  if (run_with({"program", "--accelerator", "cpu", "--devices", "2"}).size() != 2) return 1;
  if (run_with({"program", "--accelerator=slice,cpu"}).empty()) return 1;
  if (first_of(at::choose<wanted>({.accelerator = "cpu"})).empty()) return 1;
  print_sum_of_squares({.accelerator = "xpu", .devices = 2}, 7);
  try {
    run_with({"program", "--accelerator", "slcie"});
    return 1;
  } catch (at::unknown_accelerator const& error) {
    std::printf("%s\n", error.what());
  }
  return 0;
}

// SPDX-License-Identifier: BSL-1.0
// The code of doc/registry.md says and does what the page says.
#include "registry.md.hpp"

#include "command_line.hpp"

namespace {

std::vector<std::string> run_with(std::vector<std::string> const& words) { return command_line(words).given_to(run); }

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
  } catch (at::input_error const& error) {
    std::printf("%s\n", error.what());
  }
  return 0;
}

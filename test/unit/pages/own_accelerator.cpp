// SPDX-License-Identifier: BSL-1.0
// The code of doc/own_accelerator.md says and does what the page says.
#include "own_accelerator.md.hpp"

#include <string>

#include "command_line.hpp"

namespace {

int run_with(std::vector<std::string> const& words) { return command_line(words).given_to(run); }

}  // namespace

int main() {
  print_members();
  if (run_with({"program", "--accelerator", "npu", "--devices", "2"}) != 0) return 1;
  at::queue<acme::npu> on;
  at::buffer<long long, acme::npu> numbers{on, std::vector<long long>{3, 1, 2}};
  at::inclusive_scan(on, numbers, numbers);  // made of run_for_each
  std::vector<long long> sums(3);
  at::copy(on, numbers, sums);
  if (sums != std::vector<long long>{3, 4, 6}) return 1;
  setenv("NPU_OFF", "1", 1);
  return run_with({"program", "--accelerator", "npu,cpu"});
}

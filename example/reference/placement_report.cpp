// SPDX-License-Identifier: BSL-1.0
// Where a task ran, and why it did not run on what it lists before.
// Shows: task_name
#include <allotype/allotype.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;

int main() {
  std::string const stage = "clean";
  auto const task =
      at::task<at::any_of<at::A100, at::cpu>>(stage + "-7", [](auto&) {});  // a name of the running program
  auto const ran = task();
  std::printf("%s: %s\n", task.name(), ran.where());
  at::placement_report<2> const& before = ran.skipped();
  for (auto const& skipped : before) std::printf("not on %s\n", skipped.accelerator.text());
}

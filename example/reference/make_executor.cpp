// SPDX-License-Identifier: BSL-1.0
// An executor by names, which a command line or the environment may give.
// Shows: named_executor
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

int main() {
  auto const executor = at::make_executor<at::list<at::A100, at::cpu>>(
      at::executor_options{.accelerator = "cpu", .devices = 2, .strategy = "dp"});
  std::printf("%s\n", std::string(executor.accelerator()).c_str());
}

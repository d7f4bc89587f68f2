// SPDX-License-Identifier: BSL-1.0
// The steps of a rank, told as they come.
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

int main() {
  int steps = 0;
  at::executor_settings settings;
  settings.observe = [&](at::life_cycle_step step, int) {
    ++steps;
    if (step == at::life_cycle_step::run) std::printf("step %d runs the function\n", steps);
    if (step == at::life_cycle_step::teardown_checkpoint) std::printf("step %d is the last one\n", steps);
  };
  at::executor<at::cpu>(settings).run([](auto&) {});
}

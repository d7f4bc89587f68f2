// SPDX-License-Identifier: BSL-1.0
// One function on several devices: each rank runs it.
// Shows: execution, executor_settings
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

static_assert(at::compatible<at::cpu, at::data_parallel<>, at::bf16_mixed>);

int main() {
  at::executor<at::cpu, at::data_parallel<>> const executor({.devices = 3});
  int const sum = executor.run([](auto& here) { return here.all_reduce(here.rank(), at::plus{}); });
  std::printf("%d\n", sum);
}

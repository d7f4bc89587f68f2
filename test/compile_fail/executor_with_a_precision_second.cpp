// SPDX-License-Identifier: BSL-1.0
// An executor's precision in the place of its strategy.
// expect: executor<Accelerator, Strategy, Precision>: a strategy comes second, such as data_parallel<>
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

int sum_of_ranks() {
#ifdef TWIN
  at::executor<at::cpu, at::automatic_strategy<>, at::fp32_true> const train({.devices = 2});
#else
  at::executor<at::cpu, at::fp32_true> const train({.devices = 2});  // here
#endif
  return train.run([](auto& here) { return here.all_reduce(1, at::plus{}); });
}

// SPDX-License-Identifier: BSL-1.0
// An executor's strategy in the place of its precision.
// expect: executor<Accelerator, Strategy, Precision>: a precision comes third, such as bf16_mixed
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

int sum_of_ranks() {
#ifdef TWIN
  at::executor<at::cpu, at::data_parallel<>, at::fp32_true> const train({.devices = 2});
#else
  at::executor<at::cpu, at::automatic_strategy<>, at::data_parallel<>> const train({.devices = 2});  // here
#endif
  return train.run([](auto& here) { return here.all_reduce(1, at::plus{}); });
}

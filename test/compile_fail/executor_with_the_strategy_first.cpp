// SPDX-License-Identifier: BSL-1.0
// The strategy of an executor before its accelerator.
// expect: executor<Accelerator, Strategy, Precision>: an accelerator comes first: executor<A100, data_parallel<>>
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

int sum_of_ranks() {
#ifdef TWIN
  at::executor<at::cpu, at::data_parallel<>> const train({.devices = 2});
#else
  at::executor<at::data_parallel<>, at::cpu> const train({.devices = 2});  // here
#endif
  return train.run([](auto& here) { return here.all_reduce(1, at::plus{}); });
}

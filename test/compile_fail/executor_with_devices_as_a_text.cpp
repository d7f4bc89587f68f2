// SPDX-License-Identifier: BSL-1.0
// The number of devices as PyTorch Lightning takes it, too.
// expect: executor: how many devices is a number, {.devices = 2}
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

void go() {
#ifdef TWIN
  at::executor<at::cpu, at::data_parallel<>> const executor({.devices = 2});
#else
  at::executor<at::cpu, at::data_parallel<>> const executor({.devices = "2"});  // here
#endif
  executor.run([](auto&) {});
}

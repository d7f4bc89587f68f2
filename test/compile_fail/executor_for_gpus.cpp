// SPDX-License-Identifier: BSL-1.0
// PyTorch Lightning's older Trainer(gpus=2).
// expect: executor: the devices of a node are .devices = 2, and the machines .num_nodes = 2
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

void make() {
#ifdef TWIN
  at::executor<at::cpu, at::data_parallel<>> const all({.devices = 2});
#else
  at::executor<at::cpu, at::data_parallel<>> const all({.gpus = 2});  // here
#endif
}

// SPDX-License-Identifier: BSL-1.0
// PyTorch Lightning's Trainer(accelerator="cpu", devices=2), in its order.
// expect: executor: accelerator, strategy and precision are its types: executor<A100, data_parallel<>, bf16_mixed>; names choose them in make_executor<list<A100, cpu>>({.strategy = "dp"})
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

void make() {
#ifdef TWIN
  at::executor<at::cpu, at::data_parallel<>> const all({.devices = 2});
#else
  at::executor<at::cpu, at::data_parallel<>> const all({.accelerator = "cpu", .devices = 2});  // here
#endif
}

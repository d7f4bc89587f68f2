// SPDX-License-Identifier: BSL-1.0
// PyTorch Lightning's Trainer(strategy=DDPStrategy()).
// expect: an option is a text: {.accelerator = "cpu", .devices = "0,1"}
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

void make() {
#ifdef TWIN
  (void)at::make_executor({.devices = 2, .strategy = "dp"});
#else
  (void)at::make_executor({.devices = 2, .strategy = at::data_parallel<>{}});  // here
#endif
}

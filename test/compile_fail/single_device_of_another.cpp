// SPDX-License-Identifier: BSL-1.0
// single_device with another device than the executor's.
// expect: single_device runs on the device that it names, by default the CPU, and the accelerator is another
// expect: single_device<allotype::A100
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
at::executor<at::cpu, at::single_device<at::cpu>, at::fp32_true> const train{};
#else
at::executor<at::cpu, at::single_device<at::A100>, at::fp32_true> const train{};  // here
// Uses of it bring no second error.
void use() {
  train.run([](auto& here) { (void)here.queue(); });
}
#endif

// SPDX-License-Identifier: BSL-1.0
// FSDP on the CPU. Lightning refuses it, too; the strategy sharded runs there.
// expect: fsdp runs on CUDA GPUs alone; sharded does the same where data-parallel strategies run
// expect: allotype::cpu
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
at::executor<at::cpu, at::sharded_data_parallel<>, at::fp32_true> const train{};
#else
at::executor<at::cpu, at::fsdp<>, at::fp32_true> const train{};  // here
// Uses of it bring no second error.
void use() {
  train.run([](auto& here) { (void)here.queue(); });
}
#endif

// SPDX-License-Identifier: BSL-1.0
// DeepSpeed on the CPU; it needs CUDA.
// expect: deepspeed runs on CUDA GPUs alone
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::compatible<at::A100, at::known_strategy<at::strategy_kind::deepspeed>, at::fp32_true>);
#else
at::executor<at::cpu, at::known_strategy<at::strategy_kind::deepspeed>, at::fp32_true> const train{};  // here
#endif

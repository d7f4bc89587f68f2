// SPDX-License-Identifier: BSL-1.0
// Model parallelism in 16-mixed. Lightning refuses it, too.
// expect: model_parallel computes in 32-true, 16-true, bf16-true or bf16-mixed
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::compatible<at::A100, at::known_strategy<at::strategy_kind::model_parallel>, at::bf16_mixed>);
#else
at::executor<at::A100, at::known_strategy<at::strategy_kind::model_parallel>, at::fp16_mixed> const train{};  // here
#endif

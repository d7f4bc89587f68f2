// SPDX-License-Identifier: BSL-1.0
// Mixed precision on a TPU, which has no autocast.
// expect: a TPU computes in 32-true, 16-true or bf16-true
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::compatible<at::V5E, at::known_strategy<at::strategy_kind::xla>, at::bf16_true>);
#else
at::executor<at::V5E, at::known_strategy<at::strategy_kind::xla>, at::bf16_mixed> const train{};  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// Data-parallel training on a TPU, which needs XLA.
// expect: a TPU takes the strategies xla, xla_fsdp and auto alone
// expect: V5E
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::compatible<at::V5E, at::known_strategy<at::strategy_kind::xla>, at::fp32_true>);
#else
at::executor<at::V5E, at::data_parallel<>, at::fp32_true> const train{};  // here
#endif

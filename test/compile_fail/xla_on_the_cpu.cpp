// SPDX-License-Identifier: BSL-1.0
// An XLA strategy on the CPU; it is for TPUs.
// expect: the strategies of XLA run on TPUs alone
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::compatible<at::V5E, at::known_strategy<at::strategy_kind::xla>, at::fp32_true>);
#else
at::executor<at::cpu, at::known_strategy<at::strategy_kind::xla>, at::fp32_true> const train{};  // here
#endif

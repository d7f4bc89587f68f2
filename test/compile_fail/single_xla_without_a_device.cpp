// SPDX-License-Identifier: BSL-1.0
// The strategy single_xla without a device. Lightning refuses it by name, too.
// expect: single_xla names no device: ask for the strategy auto with one device
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::compatible<at::V5E, at::automatic_strategy<1>, at::fp32_true>);
#else
at::executor<at::V5E, at::known_strategy<at::strategy_kind::single_xla>, at::fp32_true> const train{};  // here
#endif

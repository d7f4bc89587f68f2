// SPDX-License-Identifier: BSL-1.0
// Which strategy runs on which accelerator is decided by types.
// Shows: strategy_kind, precision_kind
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

static_assert(at::strategy<at::single_device<>> && at::strategy<at::fsdp<>> && !at::strategy<int>);
using xla = at::known_strategy<at::strategy_kind::xla>;  // its rules are known; the library does not run it
static_assert(at::compatible<at::V5E, xla, at::fp32_true> && !at::executable<at::V5E, xla, at::fp32_true>);
static_assert(!at::compatible<at::cpu, at::fsdp<>, at::fp32_true>);  // Lightning's rule: CUDA GPUs alone
static_assert(at::executable<at::cpu, at::automatic_strategy<2>, at::fp32_true>);

struct half_of_the_bytes : at::data_parallel<> {  // of one's own: a name, and the rules that apply
  static constexpr char name[] = "half-of-the-bytes";
};
static_assert(half_of_the_bytes::kind == at::strategy_kind::data_parallel);
static_assert(at::bf16_mixed::kind == at::precision_kind::bf16_mixed);

int main() {
  at::executor<at::cpu, half_of_the_bytes> const executor({.devices = 2});
  std::printf("%d ranks with %s\n", executor.run([](auto& here) { return here.size(); }), half_of_the_bytes::name);
}

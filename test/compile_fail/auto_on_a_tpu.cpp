// SPDX-License-Identifier: BSL-1.0
// The strategy auto on a TPU is one that this library does not implement.
// expect: nothing here carries this strategy out
// expect: deepspeed, model_parallel and xla, which auto is on a TPU, are known for their rules alone
// expect: tensor
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

struct tensor : at::device<tensor> {
  static constexpr char name[] = "a device of one's own";
  static constexpr auto family = at::accelerator_family::tpu;
  using backend = at::serial;
};

#ifdef TWIN
static_assert(at::compatible<tensor, at::automatic_strategy<>, at::fp32_true>);
#else
at::executor<tensor> const train{};  // here
// Uses of it bring no second error.
void use() {
  train.run([](auto& here) { (void)here.queue(); });
}
#endif

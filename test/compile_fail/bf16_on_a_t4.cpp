// SPDX-License-Identifier: BSL-1.0
// bf16 on a T4. It begins with Ampere.
// expect: this GPU has no bf16 arithmetic: it begins with compute capability 8.0 (A100)
// expect: T4
// expect: bf16_mixed
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::compatible<at::T4, at::data_parallel<>, at::fp16_mixed>);
#else
at::executor<at::T4, at::data_parallel<>, at::bf16_mixed> const train{};  // here
// Uses of it bring no second error.
void use() {
  train.run([](auto& here) { (void)here.queue(); });
}
#endif

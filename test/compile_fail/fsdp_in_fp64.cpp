// SPDX-License-Identifier: BSL-1.0
// FSDP in 64-true. FSDP has its own list of precisions.
// expect: fsdp and deepspeed compute in 32-true, 16 and bf16, true or mixed
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::compatible<at::A100, at::fsdp<>, at::bf16_mixed>);
#else
at::executor<at::A100, at::fsdp<>, at::fp64_true> const train{};  // here
#endif

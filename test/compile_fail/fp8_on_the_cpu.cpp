// SPDX-License-Identifier: BSL-1.0
// Eight-bit precision (Transformer Engine) on the CPU; it needs a GPU.
// expect: 8-bit precision (transformer-engine) needs a CUDA GPU with 8-bit tensor cores
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
at::executor<at::cpu, at::automatic_strategy<1>, at::bf16_mixed> const train{};
#else
at::executor<at::cpu, at::automatic_strategy<1>, at::fp8_mixed> const train{};  // here
#endif

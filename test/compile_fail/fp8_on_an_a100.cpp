// SPDX-License-Identifier: BSL-1.0
// 8-bit arithmetic on an A100. It begins with Ada and Hopper.
// expect: this GPU has no 8-bit tensor cores: they begin with compute capability 8.9 (L4, H100)
// expect: A100
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::compatible<at::H100, at::data_parallel<>, at::fp8_mixed>);
#else
at::executor<at::A100, at::data_parallel<>, at::fp8_mixed> const train{};  // here
#endif

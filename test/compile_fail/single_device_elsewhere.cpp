// SPDX-License-Identifier: BSL-1.0
// single_device without a device means the CPU, and the executor is for another accelerator.
// expect: single_device runs on the device that it names, by default the CPU
// expect: single_device<A>
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::compatible<at::A100, at::single_device<at::A100>, at::fp32_true>);
#else
at::executor<at::A100, at::single_device<>, at::fp32_true> const train{};  // here
#endif

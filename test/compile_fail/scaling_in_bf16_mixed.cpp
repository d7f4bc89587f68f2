// SPDX-License-Identifier: BSL-1.0
// A gradient scaler in bf16-mixed. bf16 has the range of float, so its gradients need no scale.
// expect: gradients are not scaled in this precision, only in 16-mixed: omit the scaler
// expect: bf16_mixed
#include <allotype/allotype.hpp>
#include <allotype/parallel/training/composed_accelerator.hpp>
namespace at = allotype;

#ifdef TWIN
at::precision_plugin<at::fp16_mixed> const plugin({.initial_scale = 1024});
#else
at::precision_plugin<at::bf16_mixed> const plugin({.initial_scale = 1024});  // here
#endif

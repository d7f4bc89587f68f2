// SPDX-License-Identifier: BSL-1.0
// A step with a gradient scaler in bf16-mixed, which does not scale gradients.
// expect: gradients are not scaled in this precision, only in 16-mixed: omit the scaler
// expect: bf16_mixed
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training/optimizer.hpp>
#include <allotype/parallel/training/trained_parameters.hpp>
namespace at = allotype;

template <class Precision>
using parameters =
    at::trained_parameters<at::execution<at::cpu, at::single_device<>, Precision, at::detail::lone_communicator>,
                           at::sgd>;

#ifdef TWIN
bool step(parameters<at::fp16_mixed>& of, at::gradient_scaler& scaler) { return of.step(scaler); }
#else
bool step(parameters<at::bf16_mixed>& of, at::gradient_scaler& scaler) { return of.step(scaler); }  // here
#endif

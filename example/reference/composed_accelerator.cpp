// SPDX-License-Identifier: BSL-1.0
// The parts of Lightning 1.3: an accelerator, a precision, a training type.
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

int main() {
  at::composed_accelerator const accelerator(at::cpu{}, at::precision_plugin<at::fp16_mixed>({.initial_scale = 1024}),
                                             at::training_type_plugin<at::data_parallel<>>({.devices = 2}));
  accelerator.start_training([](auto& here, auto& precision, auto const& training_type) {
    training_type.barrier(here);
    if (here.is_global_zero()) std::printf("%g\n", double(precision.loss_scale()));
  });
}

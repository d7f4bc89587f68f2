// SPDX-License-Identifier: BSL-1.0
// Parameters that are trained: each step moves them by the mean of all ranks' gradients.
// Shows: learning_rate
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

int main() {
  at::executor<at::cpu, at::data_parallel<>> const executor({.devices = 2});
  std::vector<float> const values = executor.run([](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>{1, 2}, at::sgd{.rate = 0.5f}};
    auto const gradients = parameters.gradients();
    gradients(0) = 1, gradients(1) = static_cast<float>(here.rank());
    parameters.step();
    return parameters.values();
  });
  std::printf("%g %g\n", double(values[0]), double(values[1]));
}

// SPDX-License-Identifier: BSL-1.0
// Adam: the first step moves each parameter by the learning rate, against its gradient.
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

int main() {
  at::executor<at::cpu> const executor;
  std::vector<float> const values = executor.run([](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>{1, 2}, at::adam{.rate = 0.5f}};
    auto const gradients = parameters.gradients();
    gradients(0) = 3, gradients(1) = -8;
    parameters.step();
    return parameters.values();
  });
  std::printf("%.3f %.3f\n", double(values[0]), double(values[1]));
}

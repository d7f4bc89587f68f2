// SPDX-License-Identifier: BSL-1.0
// PyTorch's call in front of a step; one error, although two kinds of ranks make it.
// expect: trained_parameters: gradients are 0 again behind each step(): leave zero_grad() out
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training.hpp>
#include <vector>
namespace at = allotype;

void go(at::executor<at::cpu> const& two) {
  two.run([](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>(10), at::sgd{.rate = 0.1f}};
#ifdef TWIN
    parameters.step();
#else
    parameters.zero_grad();  // here
#endif
  });
}

// SPDX-License-Identifier: BSL-1.0
// Trained parameters on a queue in place of the rank's execution.
// expect: trained_parameters: the arguments are the execution of the rank, a range of the initial values and an optimizer: trained_parameters{here, std::vector<float>(n), sgd{.rate = 0.1f}}
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <vector>

namespace at = allotype;

void go(at::executor<at::cpu> const& two) {
#ifdef TWIN
  two.run([](auto& here) { at::trained_parameters{here, std::vector<float>(4), at::sgd{.rate = 0.5f}}; });
#else
  two.run(
      [](auto& here) { at::trained_parameters{here.queue(), std::vector<float>(4), at::sgd{.rate = 0.5f}}; });  // here
#endif
}

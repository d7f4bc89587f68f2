// SPDX-License-Identifier: BSL-1.0
// What is done with the parameters has no second error.
// expect: trained_parameters: the arguments are the execution of the rank, a range of the initial values and an optimizer
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training.hpp>
#include <vector>
namespace at = allotype;
#include <vector>

inline void go() {
  at::executor<at::cpu, at::data_parallel<>> const executor({.devices = 2});
  executor.run([](auto& here) {
#ifdef TWIN
    at::trained_parameters parameters{here, std::vector<float>(4), at::sgd{.rate = 0.1f}};
#else
    at::trained_parameters parameters{here, std::vector<float>(4)};  // here
#endif
    parameters.step();
  });
}

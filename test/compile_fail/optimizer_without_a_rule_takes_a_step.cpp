// SPDX-License-Identifier: BSL-1.0
// A step of an optimizer that lacks its rule has no second error.
// expect: the optimizer lacks what is done with each parameter: write auto rule(long long steps) const
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training.hpp>
#include <vector>
namespace at = allotype;
namespace acme {
struct rule {
  float rate;
  template <class... T>
  ALLOTYPE_FN void operator()(float& parameter, float gradient, T&...) const {
    parameter -= rate * gradient;
  }
};
struct optimizer {
  static constexpr int states = 1;
  float rate;
#ifdef TWIN
  acme::rule rule(long long) const { return {rate}; }
#else
  void step(float& parameter, float gradient) const { parameter -= rate * gradient; }
#endif
};
}  // namespace acme

inline void go() {
  at::executor<at::cpu, at::data_parallel<>> const executor({.devices = 2});
  executor.run([](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>(4), acme::optimizer{0.1f}};  // here
    parameters.step();
  });
}

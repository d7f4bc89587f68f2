// SPDX-License-Identifier: BSL-1.0
// The rule of one's own optimizer takes the parameter and its gradient alone.
// expect: an optimizer's rule is constant, and is called with the parameter, its gradient and the state: [](float& parameter, float gradient, auto& state)
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training.hpp>
#include <vector>
namespace at = allotype;
namespace acme {
struct descent {
#ifdef TWIN
  template <class State>
  ALLOTYPE_FN void operator()(float& parameter, float gradient, State&) const;
#else
  ALLOTYPE_FN void operator()(float& parameter, float gradient) const;
#endif
};
struct descending {
  static constexpr int states = 0;
  descent rule(long long) const { return {}; }
};
}  // namespace acme

inline void descend() {
  at::executor<at::cpu, at::data_parallel<>> const executor({.devices = 2});
  executor.run([](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>(4), acme::descending{}};
    parameters.step();  // here
  });
}

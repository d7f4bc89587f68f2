// SPDX-License-Identifier: BSL-1.0
// An optimizer of your own that does not say how many values it keeps.
// expect: the optimizer lacks the number of values that it keeps for each parameter: write static constexpr int states = 1
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training/trained_parameters.hpp>
#include <vector>
namespace at = allotype;

struct step {
  template <class T>
  void operator()(T& parameter, T gradient, T*) const {
    parameter -= gradient;
  }
};
struct plain {
#ifdef TWIN
  static constexpr int states = 1;
#else
  static constexpr int kept = 1;
#endif
  step rule(long long) const { return {}; }
};
void go(at::executor<at::cpu> const& all) {
  all.run([](auto& here) { at::trained_parameters p{here, std::vector<float>(8), plain{}}; });  // here
}

// SPDX-License-Identifier: BSL-1.0
// An optimizer of your own that does nothing.
// expect: the optimizer lacks what is done with each parameter: write auto rule(long long steps) const
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
  static constexpr int states = 1;
#ifdef TWIN
  step rule(long long) const { return {}; }
#else
  step update(long long) const { return {}; }
#endif
};
void go(at::executor<at::cpu> const& all) {
  all.run([](auto& here) { at::trained_parameters p{here, std::vector<float>(8), plain{}}; });  // here
}

// SPDX-License-Identifier: BSL-1.0
// A function that makes a model and takes nothing.
// expect: fit: the function takes the execution, and nothing else, and returns the model
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

struct model {
  template <class Execution>
  void train_step(Execution&) {}
  template <class Execution>
  void run(Execution&) {}
};
void go(at::executor<at::cpu> const& all) {
#ifdef TWIN
  all.fit([](auto&) { return model{}; });
#else
  all.fit([] { return model{}; });  // here
#endif
}

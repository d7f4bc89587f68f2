// SPDX-License-Identifier: BSL-1.0
// A step of a model with a letter too few.
// expect: the member setup_optimizer is not one that the library uses, and would be ignored: write, as a public member, in its place, void setup_optimizers(auto& here)
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

struct model {
#ifdef TWIN
  void setup_optimizers(auto&) {}
#else
  void setup_optimizer(auto&) {}
#endif
  void run(auto&) {}
};
void use() {
  at::executor<at::cpu>{}.fit([](auto&) { return model{}; });  // here
}

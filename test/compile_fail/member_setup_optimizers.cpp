// SPDX-License-Identifier: BSL-1.0
// A step of a model without the parameter that it is called with.
// expect: the member setup_optimizers is not one that the library uses, and would be ignored: write, as a public member, void setup_optimizers(auto& here)
// expect: model
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

struct model {
#ifdef TWIN
  void setup_optimizers(auto&) {}
#else
  void setup_optimizers() {}
#endif
  void run(auto&) {}
};
void use() {
  at::executor<at::cpu>{}.fit([](auto&) { return model{}; });  // here
}

// SPDX-License-Identifier: BSL-1.0
// A step of a model without the parameter that it is called with.
// expect: the member setup_optimizers is not as the library uses it, and would be passed over: write, in public, void setup_optimizers(auto& here)
// expect: model
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor.hpp>
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

// SPDX-License-Identifier: BSL-1.0
// A function that returns no model.
// expect: fit: the function returns the model, a value with a member run(auto& here): fit([](auto& here) { return model{here}; })
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

struct model {
  void run(auto&) {}
};
#ifdef TWIN
void go(at::executor<at::cpu> const& two) {
  two.fit([](auto&) { return model{}; });
}
#else
void go(at::executor<at::cpu> const& two) {
  two.fit([](auto&) { model{}; });  // here
}
#endif

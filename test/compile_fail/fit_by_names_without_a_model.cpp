// SPDX-License-Identifier: BSL-1.0
// An executor by names says once what each of its executors would say.
// expect: fit: the function returns the model, a value with a member run(auto& here): fit([](auto& here) { return model{here}; })
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

struct model {
  void run(auto&) {}
};

void train() {
  auto const on = at::make_executor({.devices = 2});
#ifdef TWIN
  on.fit([](auto&) { return model{}; });
#else
  on.fit([](auto&) {});  // here
#endif
}

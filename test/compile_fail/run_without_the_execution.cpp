// SPDX-License-Identifier: BSL-1.0
// A function for an executor that takes nothing.
// expect: run: the function takes the execution, and nothing else: run([](auto& here) { ... })
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

void go(at::executor<at::cpu> const& all) {
#ifdef TWIN
  all.run([](auto&) {});
#else
  all.run([] {});  // here
#endif
}

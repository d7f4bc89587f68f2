// SPDX-License-Identifier: BSL-1.0
// A generic function for an executor that takes the execution and one value more.
// expect: run: the function takes the execution, and nothing else: run([](auto& here) { ... })
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

void go(at::executor<at::cpu> const& all) {
#ifdef TWIN
  all.run([](auto&) {});
#else
  all.run([](auto&, int) {});  // here
#endif
}

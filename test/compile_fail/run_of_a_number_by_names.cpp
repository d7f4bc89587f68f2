// SPDX-License-Identifier: BSL-1.0
// An executor by names says once what each of its executors would say.
// expect: run: the function takes the execution, and nothing else: run([](auto& here) { ... }); other values are captured, and a task is called without an executor
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

int ranks() {
  auto const on = at::make_executor({.devices = 2});
#ifdef TWIN
  return on.run([](auto& here) { return here.rank(); });
#else
  return on.run([](auto& here, int more) { return here.rank() + more; });  // here
#endif
}

// SPDX-License-Identifier: BSL-1.0
// The options of a program's own.
// expect: make_executor: the options have names: make_executor<list<A100, cpu>>({.accelerator = "cpu"})
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

struct job {
  int devices = 2;
};

void make(job const& wanted) {
#ifdef TWIN
  (void)at::make_executor({.devices = wanted.devices});
#else
  (void)at::make_executor(wanted);  // here
#endif
}

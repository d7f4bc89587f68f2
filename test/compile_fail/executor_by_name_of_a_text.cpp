// SPDX-License-Identifier: BSL-1.0
// A text without the name of its option.
// expect: make_executor: the options have names: make_executor<list<A100, cpu>>({.accelerator = "cpu"})
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

#ifdef TWIN
void make() { (void)at::make_executor({.accelerator = "cpu"}); }
#else
void make() {
  (void)at::make_executor("cpu");  // here
}
#endif

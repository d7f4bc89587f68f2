// SPDX-License-Identifier: BSL-1.0
// An accelerator in place of a list of them.
// expect: make_executor: its types are lists, of accelerators, transports, precisions and strategies, in this order: make_executor<list<A100, cpu>, list<over_threads>, list<bf16_mixed>>(options)
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

#ifdef TWIN
void make() { (void)at::make_executor<at::list<at::cpu>>({.accelerator = "cpu"}); }
#else
void make() {
  (void)at::make_executor<at::cpu>({.accelerator = "cpu"});  // here
}
#endif

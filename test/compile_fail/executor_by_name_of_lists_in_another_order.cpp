// SPDX-License-Identifier: BSL-1.0
// Precisions in the place of transports.
// expect: make_executor: its types are lists, of accelerators, transports, precisions and strategies, in this order: make_executor<list<A100, cpu>, list<over_threads>, list<bf16_mixed>>(options)
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

using precisions = at::list<at::fp32_true, at::bf16_mixed>;
#ifdef TWIN
void make() {
  (void)at::make_executor<at::list<at::cpu>, at::list<at::over_threads>, precisions>({.accelerator = "cpu"});
}
#else
void make() {
  (void)at::make_executor<at::list<at::cpu>, precisions>({.accelerator = "cpu"});  // here
}
#endif

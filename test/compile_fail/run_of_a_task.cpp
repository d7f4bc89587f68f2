// SPDX-License-Identifier: BSL-1.0
// A task in place of a function of the execution.
// expect: run: the function takes the execution, and nothing else: run([](auto& here) { ... }); other values are captured, and a task is called without an executor
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

constexpr auto work = at::task<at::cpu>("work", [](auto&) {});
#ifdef TWIN
void go(at::executor<at::cpu> const&) { (void)work(); }
#else
void go(at::executor<at::cpu> const& two) { two.run(work); }  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// A task between the brackets of the template.
// expect: choose: a task stands between the brackets of the call: choose(task, argc, argv)
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

constexpr auto work = at::task<at::cpu>("work", [](auto&) {});
#ifdef TWIN
void go(int argc, char** argv) { (void)at::choose(work, argc, argv); }
#else
void go(int argc, char** argv) { (void)at::choose<work>(argc, argv); }  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// A number of devices.
// expect: on_each: the devices come first, which choose makes (allotype/parallel/registry.hpp): task.on_each(at::choose(task, argc, argv), arguments...)
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

constexpr auto work = at::task<at::cpu>("work", [](auto&, int number) { return number; });
#ifdef TWIN
void go() { (void)work.on_each(at::choose(work), 3); }
#else
void go() { (void)work.on_each(2, 3); }  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// A choice that does not say what will run.
// expect: choose: what will run is missing: choose(task, argc, argv), or choose<A100>(argc, argv)
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

#ifdef TWIN
void go(int argc, char** argv) { (void)at::choose<at::cpu>(argc, argv); }
#else
void go(int argc, char** argv) { (void)at::choose(argc, argv); }  // here
#endif

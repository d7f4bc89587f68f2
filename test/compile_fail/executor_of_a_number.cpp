// SPDX-License-Identifier: BSL-1.0
// A number of devices as an argument without its name.
// expect: executor: an accelerator, a strategy and a precision are types, and what it is made with has names: at::executor<A, data_parallel<>> const executor({.devices = 2})
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

#ifdef TWIN
void go() { (void)at::executor<at::cpu>({.devices = 1}); }
#else
void go() { (void)at::executor<at::cpu>(1); }  // here
#endif

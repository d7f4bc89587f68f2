// SPDX-License-Identifier: BSL-1.0
// A strategy as an argument in parentheses.
// expect: executor: an accelerator, a strategy and a precision are types, and what it is made with has names: at::executor<A, data_parallel<>> const executor({.devices = 2})
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

#ifdef TWIN
void go() { (void)at::executor<at::cpu, at::data_parallel<>>({.devices = 1}); }
#else
void go() { (void)at::executor<at::cpu>(at::data_parallel<>{}, {.devices = 2}); }  // here
#endif

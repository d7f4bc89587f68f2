// SPDX-License-Identifier: BSL-1.0
// An executor without the header of several devices.
// expect: executor: its header is missing: write #include <allotype/parallel.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

void train() {
#ifdef TWIN
  at::queue<at::cpu> on;
#else
  at::executor<at::cpu> const all({.devices = 2});  // here
#endif
  // Uses of it bring no second error.
#ifndef TWIN
  int const sum = all.run([](auto& here) { return here.rank(); });
  (void)sum;
  all.fit([](auto& here) { return here.rank(); });
#endif
}

// SPDX-License-Identifier: BSL-1.0
// An executor that is chosen by names, without its header.
// expect: make_executor: its header is missing: write #include <allotype/parallel/executor/make_executor.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

void train() {
#ifdef TWIN
  at::queue<at::cpu> on;
#else
  auto const all = at::make_executor({.accelerator = "cpu", .devices = 2});  // here
#endif
  // Uses of it bring no second error.
#ifndef TWIN
  all.run([](auto&) {});
#endif
}

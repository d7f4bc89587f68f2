// SPDX-License-Identifier: BSL-1.0
// An executor is no function.
// expect: executor: its member run calls a function on each rank: executor.run([](auto& here) { ... })
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;
inline void go() {
  at::executor<at::cpu, at::data_parallel<>> const executor({.devices = 2});
#ifdef TWIN
  executor.run([](auto&) {});
#else
  executor([](auto&) {});  // here
#endif
}

// SPDX-License-Identifier: BSL-1.0
// A strategy by its name, where the executor is made of types.
// expect: executor: accelerator, strategy and precision are its types: executor<A100, data_parallel<>, bf16_mixed>
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

inline void go() {
#ifdef TWIN
  at::executor<at::cpu, at::data_parallel<>> const two({.devices = 2});
#else
  at::executor<at::cpu> const two({.devices = 2, .strategy = "dp"});  // here
#endif
  two.run([](auto&) {});
}

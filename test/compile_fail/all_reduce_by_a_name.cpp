// SPDX-License-Identifier: BSL-1.0
// An operation is a function object, and no name.
// expect: all_reduce: the arguments are (number, operation): here.all_reduce(loss, plus{})
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;
inline void go() {
  at::executor<at::cpu, at::data_parallel<>> const executor({.devices = 2});
  executor.run([](auto& here) {
#ifdef TWIN
    (void)here.all_reduce(1.f, at::plus{});
#else
    (void)here.all_reduce(1.f, "sum");  // here
#endif
  });
}

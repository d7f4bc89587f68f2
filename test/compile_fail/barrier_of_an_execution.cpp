// SPDX-License-Identifier: BSL-1.0
// All ranks wait for each other, of the execution in place of its group.
// expect: barrier: the argument is a group of ranks: barrier(group), in a function of an executor barrier(here.group())
#include <allotype/parallel.hpp>
namespace at = allotype;

void go(at::executor<at::cpu> const& trainer) {
#ifdef TWIN
  trainer.run([](auto& here) { at::barrier(here.group()); });
#else
  trainer.run([](auto& here) { at::barrier(here); });  // here
#endif
}

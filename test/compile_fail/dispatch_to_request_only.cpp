// SPDX-License-Identifier: BSL-1.0
// Dispatch to a TPU, which can only be requested from a scheduler.
// expect: nothing in this file runs code on this accelerator: code runs on allotype::cpu
// expect: V5E
// expect: all others can only be requested from a scheduler
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
at::queue<at::cpu> on;
using where = at::cpu;
#else
at::queue<at::V5E> on;  // here
using where = at::V5E;
#endif

// Uses of the queue bring no second error.
void use(float* numbers, int count) {
  at::buffer<float, where> kept{on, at::extents<1>{count}};
  at::for_each(on, at::extents<1>{count}, [=](int i) { numbers[i] = 0; });
  at::fill(on, kept, 1);
  on.wait();
}

// SPDX-License-Identifier: BSL-1.0
// A TPU can be requested; nothing here runs code on it.
// expect: no backend runs code on this accelerator
// expect: V5E
// expect: Dispatch to allotype::cpu, to an NVIDIA GPU
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using where = at::cpu;
#else
using where = at::V5E;
#endif
at::queue<where> on;  // here

// Nothing follows where the queue is used.
void use(float* numbers, int count) {
  at::buffer<float, where> kept{on, at::extents<1>{count}};
  at::for_each(on, at::extents<1>{count}, [=](int i) { numbers[i] = 0; });
  at::fill(on, kept, 1);
  at::wait(on);
}

// SPDX-License-Identifier: BSL-1.0
// Both queues stand before the memory. Its use says nothing more.
// expect: transfer: the arguments are a queue, the memory that is read, and a queue of the other accelerator
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::queue<at::cpu>& there, at::buffer<int, at::cpu>& x) {
#ifdef TWIN
  auto moved = at::transfer(on, x, there);
#else
  auto moved = at::transfer(on, there, x);  // here
#endif
  at::fill(there, moved, 1);
}

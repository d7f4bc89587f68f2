// SPDX-License-Identifier: BSL-1.0
// A transfer needs the queues of both accelerators.
// expect: transfer: the arguments are a queue, the memory that is read, and a queue of the other accelerator
#include <allotype/allotype.hpp>
namespace at = allotype;
inline void go([[maybe_unused]] at::queue<at::cpu>& on, at::buffer<float, at::cpu> const& from) {
#ifdef TWIN
  at::buffer<float, at::cpu> const to = at::transfer(on, from, on);
#else
  at::buffer<float, at::cpu> const to = at::transfer(from);  // here
#endif
}

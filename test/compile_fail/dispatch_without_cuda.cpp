// SPDX-License-Identifier: BSL-1.0
// only: gcc clang
// An NVIDIA GPU in a file that is compiled without CUDA.
// expect: nothing in this file runs code on this accelerator: an NVIDIA GPU needs nvcc (a .cu file)
// expect: A100
// expect: Dispatch to allotype::cpu
#include <allotype/allotype.hpp>
namespace at = allotype;

template <class A>
void work() {
  at::queue<A> on;  // here
}
#ifdef TWIN
void go() { work<at::cpu>(); }
#else
void go() { work<at::A100::partition<"2g.10gb">>(); }
#endif

// SPDX-License-Identifier: BSL-1.0
// only: gcc clang
// An NVIDIA GPU in a file that is compiled without CUDA.
// expect: nothing in this file runs code on this accelerator: code runs on allotype::cpu
// expect: A100
// expect: where nvcc compiles the file (.cu) on NVIDIA GPUs
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

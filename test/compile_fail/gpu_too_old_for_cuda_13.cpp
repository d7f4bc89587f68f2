// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A Volta GPU with CUDA 13, which generates no code for it.
// expect: nothing in this file runs code on this accelerator: code runs on allotype::cpu
// expect: CUDA 13 begins with 7.5 (T4), and V100 needs CUDA 12
// expect: V100_32GB
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
at::queue<at::A100> on;
#else
at::queue<at::V100_32GB> on;  // here
#endif

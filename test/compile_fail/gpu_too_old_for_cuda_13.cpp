// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A Volta GPU with CUDA 13, which generates no code for it.
// expect: this version of CUDA generates no code for that GPU
// expect: V100
// expect: CUDA 13 begins with compute capability 7.5
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
at::queue<at::A100> on;
#else
at::queue<at::V100_32GB> on;  // here
#endif

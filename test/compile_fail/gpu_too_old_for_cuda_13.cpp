// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A Volta GPU with CUDA 13, which generates no code for it.
// expect: nothing in this file runs code on this accelerator: an NVIDIA GPU needs -arch=sm_XX of its compute capability or an older one (CMAKE_CUDA_ARCHITECTURES), of which CUDA 13 has 7.5 (T4) and newer
// expect: V100
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
at::queue<at::A100> on;
#else
at::queue<at::V100_32GB> on;  // here
#endif

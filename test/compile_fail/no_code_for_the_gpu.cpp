// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// An A100 in a file with code for Hopper alone.
// flags(nvcc): -arch=sm_90
// expect: nothing in this file runs code on this accelerator: code runs on allotype::cpu
// expect: A100
// expect: cuda_900
// expect: by -arch=sm_XX (CMAKE_CUDA_ARCHITECTURES) of that one or a lower one
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
at::queue<at::H100> on;
#else
at::queue<at::A100> on;  // here
#endif

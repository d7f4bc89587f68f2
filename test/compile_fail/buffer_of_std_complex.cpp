// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// Elements whose arithmetic nvcc leaves out on a GPU.
// expect: on a GPU the arithmetic of std::complex does nothing: use cuda::std::complex
#include <allotype/allotype.hpp>

#include <complex>
#include <cuda/std/complex>
namespace at = allotype;

#ifdef TWIN
using complex = cuda::std::complex<float>;
#else
using complex = std::complex<float>;
#endif

void go(at::queue<at::A100>& on) {
  at::buffer<complex, at::A100> const numbers{on, at::extents{8}};  // here
}

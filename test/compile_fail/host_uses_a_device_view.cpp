// SPDX-License-Identifier: BSL-1.0
// only: gcc clang
// The host uses an element of a GPU's view, in a file that is compiled without CUDA.
// expect: view: this file has no code for the view's accelerator
// expect: copy the elements to the host, or compile the file for the accelerator
// expect: A100
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
float second(at::view<float const, 1, at::cpu> values) { return values(1); }
#else
float second(at::view<float const, 1, at::A100> values) { return values(1); }  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// Elements that ask for more alignment than CUDA's memory has.
// expect: CUDA aligns memory to 256 bytes, and this type is aligned to more
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
struct alignas(256) element {
#else
struct alignas(4096) element {
#endif
  int value;
};

void go(at::queue<at::A100>& on) {
  at::pinned<element, at::A100> const pages{on, at::extents{8}};  // here
}

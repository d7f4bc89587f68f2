// SPDX-License-Identifier: BSL-1.0
// A buffer that is indexed as a vector.
// expect: buffer: its elements are read and written by kernels, through buffer.view(queue), and by the host behind at::copy(queue, buffer, vector)
#include <allotype/allotype.hpp>
#include <span>
namespace at = allotype;

float go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& elements) {
  float first[1];
  at::copy(on, elements, std::span{first});
#ifdef TWIN
  return first[0];
#else
  return elements[0];  // here
#endif
}

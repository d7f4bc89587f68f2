// SPDX-License-Identifier: BSL-1.0
// A copy from a buffer of floats to a buffer of doubles.
// expect: the elements to copy from and to have different types
// expect: bytes are moved and values are not converted
// expect(gcc): element_copy<float, double>
// expect(clang): element_copy<float, double>
// expect(nvcc): From=float, To=element
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using element = float;
#else
using element = double;
#endif
void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu> const& from, at::buffer<element, at::cpu>& to) {
  at::copy(on, from, to);  // here
}

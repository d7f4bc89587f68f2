// SPDX-License-Identifier: BSL-1.0
// A buffer of floats made from doubles of the host.
// expect: the elements to copy from and to have different types
// expect: bytes are moved and values are not converted
// expect(gcc): element_copy<double, float>
// expect(clang): element_copy<double, float>
// expect(nvcc): To=float
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

#ifdef TWIN
using element = float;
#else
using element = double;
#endif
void go(at::queue<at::cpu>& on, std::vector<element> const& numbers) {
  at::buffer<float, at::cpu> kept{on, numbers};  // here
  at::copy(on, kept, kept);
}

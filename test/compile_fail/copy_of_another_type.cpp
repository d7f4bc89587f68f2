// SPDX-License-Identifier: BSL-1.0
// A copy from a buffer of floats to doubles of the host.
// expect: the elements to copy from and to have different types
// expect: bytes are moved and values are not converted
// expect(gcc): element_copy<float, double>
// expect(clang): element_copy<float, double>
// expect(nvcc): From=float, To=double
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu> const& from) {
#ifdef TWIN
  std::vector<float> to(4);
#else
  std::vector<double> to(4);
#endif
  at::copy(on, from, to);  // here
}

// SPDX-License-Identifier: BSL-1.0
// A copy to elements that are const.
// expect: the elements to copy to are const
// expect(gcc): element_copy<float, const float>
// expect(clang): element_copy<float, const float>
// expect(nvcc): To=const float
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

#ifdef TWIN
void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu> const& from, std::vector<float>& to) {
#else
void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu> const& from, std::vector<float> const& to) {
#endif
  at::copy(on, from, to);  // here
}

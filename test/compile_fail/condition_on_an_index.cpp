// SPDX-License-Identifier: BSL-1.0
// A condition that takes an index where it is called with an element.
// expect: the condition takes an integer and the elements are floating-point numbers: it is called with an element, and not with an index
#include <allotype/allotype.hpp>
namespace at = allotype;

long long go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& from, at::buffer<float, at::cpu>& to) {
#ifdef TWIN
  return at::copy_if(on, from, to, [](float x) { return x >= 2; });
#else
  return at::copy_if(on, from, to, [](int i) { return i >= 2; });  // here
#endif
}

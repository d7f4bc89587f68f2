// SPDX-License-Identifier: BSL-1.0
// A kernel whose index is a floating-point number.
// expect: the kernel takes an index as a floating-point number
// expect: parameters of int or long long, and convert in the kernel
// expect: ramp
#include <allotype/allotype.hpp>
namespace at = allotype;

struct ramp {
  float* values;
#ifdef TWIN
  ALLOTYPE_FN void operator()(int i) const { values[i] = static_cast<float>(i) / 4; }
#else
  ALLOTYPE_FN void operator()(float i) const { values[static_cast<int>(i)] = i / 4; }
#endif
};
void go(at::queue<at::cpu>& on, float* values) {
  at::for_each(on, at::extents{4}, ramp{values});  // here
}

// SPDX-License-Identifier: BSL-1.0
// A kernel whose index has 16 bits.
// expect: the kernel takes an index of fewer than 32 bits
// expect: parameters of 32 or 64 bits, int or long long
// expect: twice
#include <allotype/allotype.hpp>
namespace at = allotype;

struct twice {
  int* values;
#ifdef TWIN
  ALLOTYPE_FN void operator()(int i) const { values[i] *= 2; }
#else
  ALLOTYPE_FN void operator()(short i) const { values[i] *= 2; }
#endif
};
void go(at::queue<at::cpu>& on, int* values, long long count) {
  at::for_each(on, at::extents{count}, twice{values});  // here
}

// SPDX-License-Identifier: BSL-1.0
// A kernel with int indices over 64-bit extents.
// expect: the extents are 64-bit, and the kernel takes narrower indices
// expect: long long, or give the sizes as int
// expect: twice
#include <allotype/allotype.hpp>

#include <vector>
namespace at = allotype;

struct twice {
  int* values;
#ifdef TWIN
  ALLOTYPE_FN void operator()(long long i) const { values[i] *= 2; }
#else
  ALLOTYPE_FN void operator()(int i) const { values[i] *= 2; }
#endif
};
void go(at::queue<at::cpu>& on, std::vector<int>& values) {
  at::for_each(on, at::extents{values.size()}, twice{values.data()});  // here
}

// SPDX-License-Identifier: BSL-1.0
// A kernel that takes one index, over two dimensions.
// expect: the kernel cannot be called with these extents
// expect: twice
// expect(gcc): Over = allotype::extents<2,
// expect(clang): for_each<allotype::cpu, allotype::extents<2>, twice
// expect(nvcc): Over=allotype::extents<2
// expect: operator()(int), (int row, int column)
#include <allotype/allotype.hpp>
namespace at = allotype;

struct twice {
  int* values;
  ALLOTYPE_FN void operator()(int i) const { values[i] *= 2; }
};
void go(at::queue<at::cpu>& on, int* values) {
#ifdef TWIN
  at::for_each(on, at::extents{4}, twice{values});
#else
  at::for_each(on, at::extents{4, 4}, twice{values});  // here
#endif
}

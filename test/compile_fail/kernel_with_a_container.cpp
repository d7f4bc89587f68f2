// SPDX-License-Identifier: BSL-1.0
// A kernel that holds a container. Kernels are copied byte by byte.
// expect: the kernel is not trivially copyable
// expect: hold views and numbers, not containers
// expect: twice
#include <allotype/allotype.hpp>

#include <vector>
namespace at = allotype;

struct twice {
#ifdef TWIN
  int* values;
#else
  std::vector<int> values;
#endif
  void operator()(int) const {}
};
void go(at::queue<at::cpu>& on, twice const& kernel) {
  at::for_each(on, at::extents{4}, kernel);  // here
}

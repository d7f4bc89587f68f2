// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A lambda that captures a container. Kernels are copied byte by byte.
// flags(nvcc): --extended-lambda
// expect: the kernel is not trivially copyable
// expect: hold views and numbers, not containers
#include <allotype/allotype.hpp>

#include <vector>
namespace at = allotype;

void go(at::queue<at::cpu>& on, std::vector<int> const& numbers) {
#ifdef TWIN
  auto const size = numbers.size();
#else
  std::vector<int> const size = numbers;
#endif
  at::for_each(on, at::extents{4}, [=] ALLOTYPE_FN(int) { (void)size; });  // here
}

// SPDX-License-Identifier: BSL-1.0
// Running sums into a vector of the host in place of a buffer.
// expect: the third argument is neither a buffer nor a view of one dimension
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers, std::vector<int>& sums) {
#ifdef TWIN
  at::buffer<int, at::cpu> to{on, at::extents{sums.size()}};
  at::inclusive_scan(on, numbers, to);
  at::copy(on, to, sums);
#else
  at::inclusive_scan(on, numbers, sums);  // here
#endif
}

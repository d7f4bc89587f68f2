// SPDX-License-Identifier: BSL-1.0
// Running sums of a vector of the host in place of a buffer.
// expect: the second argument is neither a buffer nor a view of one dimension
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

void add_up(at::queue<at::cpu>& on, std::vector<int>& numbers, at::buffer<int, at::cpu>& sums) {
#ifdef TWIN
  at::buffer<int, at::cpu> from{on, numbers};
  at::inclusive_scan(on, from, sums);
#else
  at::inclusive_scan(on, numbers, sums);  // here
#endif
}

// SPDX-License-Identifier: BSL-1.0
// The place of the smallest number so far, of plain numbers.
// expect: arg_minimum and arg_maximum take at::indexed{value, index}
#include <allotype/allotype.hpp>
namespace at = allotype;

using numbered = at::indexed<int, int>;

void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers, at::buffer<numbered, at::cpu>& pairs) {
#ifdef TWIN
  at::inclusive_scan(on, pairs, pairs, at::arg_minimum{});
#else
  at::inclusive_scan(on, numbers, numbers, at::arg_minimum{});  // here
#endif
  (void)numbers, (void)pairs;
}

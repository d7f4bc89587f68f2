// SPDX-License-Identifier: BSL-1.0
// std::inclusive_scan takes a value to begin with behind the operation.
// expect: inclusive_scan_takes_a_queue_what_is_read_what_is_written_and_an_operation
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& from, at::buffer<int, at::cpu>& to) {
#ifdef TWIN
  at::inclusive_scan(on, from, to, at::plus{});
#else
  at::inclusive_scan(on, from, to, at::plus{}, 0);  // here
#endif
}

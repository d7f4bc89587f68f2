// SPDX-License-Identifier: BSL-1.0
// What open() returns in place of the queue in it.
// expect: what_was_opened_is_taken_by_value_or_by_a_star
#include <allotype/allotype.hpp>
namespace at = allotype;

void go() {
#ifdef TWIN
  at::queue<at::cpu> on = at::queue<at::cpu>::open().value();
#else
  at::queue<at::cpu> on = at::queue<at::cpu>::open();  // here
#endif
  on.wait();
}

// SPDX-License-Identifier: BSL-1.0
// A function that takes a queue by value.
// expect: a_queue_is_not_copied_but_passed_by_reference
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void work(at::queue<at::cpu>& on);
#else
void work(at::queue<at::cpu> on);
#endif
void go(at::queue<at::cpu>& on) {
  work(on);  // here
}

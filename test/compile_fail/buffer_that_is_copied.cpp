// SPDX-License-Identifier: BSL-1.0
// A copy of a buffer.
// expect: a_buffer_is_not_copied_but_moved_or_passed_by_reference
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void pass(at::buffer<float, at::cpu>& numbers) {
  auto const& same = numbers;
  (void)same;
}
#else
void pass(at::buffer<float, at::cpu>& numbers) {
  auto const same = numbers;  // here
  (void)same;
}
#endif

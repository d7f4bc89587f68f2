// SPDX-License-Identifier: BSL-1.0
// The code of doc/several_queues.md does what the page says.
#define ALLOTYPE_CHECKED
#include "several_queues.md.hpp"

#include <cstdio>

int main() {
  at::queue<at::cpu> on;
  at::pinned<float, at::cpu> numbers{on, at::extents{1000}};
  for (long long i = 0; i < 1000; ++i) numbers[i] = static_cast<float>(i);
  bool called = false;
  doubled_meanwhile(on, numbers, [&] { called = true; });
  bool right = called && numbers[0] == 0 && numbers[999] == 1998;
  right = right && is_found(on);
  on.wait_for(on);
  right = right && at::event<at::cpu>().is_done();
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}

// SPDX-License-Identifier: BSL-1.0
// One queue waits for what another one had to do when the event was recorded.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> first;
  auto second = first.another();
  at::buffer<int, at::cpu> numbers{first, at::extents{4}};
  at::fill(first, numbers, 5);
  at::event<at::cpu> const filled = first.record();
  second.wait_for(filled);
  auto const values = numbers.view(second);
  std::printf("%d\n", at::reduce(second, values.extents, 0, at::plus{}, [=] ALLOTYPE_FN(int i) { return values(i); }));
}

// SPDX-License-Identifier: BSL-1.0
// Random numbers that depend on a seed and a counter alone.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::philox const random{2024};
  at::buffer<int, at::cpu> thrown{on, at::extents{5}};
  auto const dice = thrown.view(on);
  at::for_each(on, dice.extents, [=] ALLOTYPE_FN(int i) {
    dice(i) = 1 + static_cast<int>(6 * random(static_cast<unsigned>(i)).uniform_double(0));
  });
  std::printf("%d %d %d %d %d\n", dice(0), dice(1), dice(2), dice(3), dice(4));
}

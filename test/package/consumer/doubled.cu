// SPDX-License-Identifier: BSL-1.0
// A loop on a GPU, whose kernel runs on the CPU: the device that is there unless ALLOTYPE_TEST_DEVICE names another.
#include <allotype/allotype.hpp>
#include <iostream>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::A100> on;
  at::buffer<int, at::A100> numbers{on, at::extents{1000}};
  at::fill(on, numbers, 21);
  auto const all = numbers.view(on);
  at::for_each(on, at::extents{1000}, [=] ALLOTYPE_FN(int i) { all(i) *= 2; });
  std::vector<int> found(1000);
  at::copy(on, numbers, found);
  std::cout << at::A100::name << ": " << found[999] << '\n';
  return found == std::vector<int>(1000, 42) ? 0 : 1;
}

// SPDX-License-Identifier: BSL-1.0
// The code of doc/kernels.md does what the page says.
#include "kernels.md.hpp"

#include <cstdio>
#include <vector>

int main() {
  at::queue<at::cpu> on;
  at::buffer<float, at::cpu> numbers{on, std::vector<float>{2, 4}};
  at::for_each(on, at::extents{2}, kernel{numbers.view(on, at::extents{2})});
  bool const right = numbers.view(on)(0) == 1 && numbers.view(on)(1) == 2;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}

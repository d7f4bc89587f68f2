// SPDX-License-Identifier: BSL-1.0
// Memory of another owner as a view, and as a buffer.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  std::vector<float> numbers(6, 1.f);  // of another library
  auto const plane = at::view_of(on, numbers.data(), at::extents{2, 3});
  at::for_each(on, plane.extents,
               [=] ALLOTYPE_FN(int row, int column) { plane(row, column) += static_cast<float>(row); });
  std::printf("%g %g\n", static_cast<double>(numbers[0]), static_cast<double>(numbers[5]));

  auto buffer = at::borrowed_buffer(on, numbers);
  at::fill(on, buffer, 3.f);
  std::printf("%g\n", static_cast<double>(numbers[0]));
}

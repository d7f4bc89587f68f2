// SPDX-License-Identifier: BSL-1.0
// To the accelerator, within it, and back; a part of a plane is copied in its own shape.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

static_assert(at::can_copy<at::cpu, std::vector<float>, at::buffer<float, at::cpu>>);
static_assert(!at::can_copy<at::cpu, std::vector<double>, at::buffer<float, at::cpu>>);  // two types of elements

int main() {
  at::queue<at::cpu> on;
  std::vector<float> const numbers{1, 2, 3, 4, 5, 6};
  at::buffer<float, at::cpu> in{on, at::extents{6}}, out{on, at::extents{6}};
  at::copy(on, numbers, in);
  at::copy(on, in, out);
  auto const plane = out.view(on, at::extents{2, 3});
  std::vector<float> column(2);
  at::copy(on, plane.part(at::box{{0, 2}, {2, 3}}), column);
  std::printf("%g %g\n", static_cast<double>(column[0]), static_cast<double>(column[1]));
}

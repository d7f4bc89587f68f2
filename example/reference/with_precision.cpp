// SPDX-License-Identifier: BSL-1.0
// Memory of half the size: elements are stored in another number format, and read and written as float.
// Shows: precision_view
#include <allotype/allotype.hpp>
#include <allotype/dispatch/precision_view.hpp>
#include <allotype/parallel/executor/precision.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer<at::bfloat16, at::cpu> stored{on, at::extents{2}};
  auto const numbers = at::with_precision<at::bf16_mixed>(stored.view(on));
  numbers(0) = 1.0f, numbers(1) = 3.14159f;
  std::printf("%g %g\n", static_cast<double>(numbers(0)), static_cast<double>(numbers(1)));
}

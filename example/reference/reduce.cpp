// SPDX-License-Identifier: BSL-1.0
// A dot product, and several results in one pass.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

static_assert(at::reduction_over<at::plus, double> && !at::reduction_over<at::plus, std::vector<int>>);

int main() {
  at::queue<at::cpu> on;
  at::buffer const a{on, std::vector<float>{1, 2, 3}}, b{on, std::vector<float>{4, 5, 6}};
  auto const x = a.view(on), y = b.view(on);
  double const dot =
      at::reduce(on, x.extents, 0.0, at::plus{}, [=] ALLOTYPE_FN(int i) { return double{x(i)} * double{y(i)}; });
  auto const [least, most] =
      at::reduce(on, x.extents, at::tuple{x(0), x(0)}, at::elementwise{at::minimum{}, at::maximum{}},
                 [=] ALLOTYPE_FN(int i) { return at::tuple{x(i), y(i)}; });
  std::printf("%g, %g to %g\n", dot, static_cast<double>(least), static_cast<double>(most));
}

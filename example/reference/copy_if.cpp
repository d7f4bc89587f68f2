// SPDX-License-Identifier: BSL-1.0
// The elements for which a condition holds, in their order, and how many there are.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

struct is_positive {
  ALLOTYPE_FN bool operator()(int number) const { return number > 0; }
};

int main() {
  at::queue<at::cpu> on;
  at::buffer const numbers{on, std::vector<int>{-1, 2, -3, 4}};
  at::buffer<int, at::cpu> kept{on, at::extents{4}};
  long long const count = at::copy_if(on, numbers, kept, is_positive{});
  std::printf("%lld of %lld: %d %d\n", count, at::count_if(on, numbers, is_positive{}), kept.view(on)(0),
              kept.view(on)(1));
}

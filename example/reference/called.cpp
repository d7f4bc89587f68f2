// SPDX-License-Identifier: BSL-1.0
// A large function, which is in a GPU's kernel once and is called for each index.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

struct square {
  ALLOTYPE_FN long long operator()(int i) const { return 1LL * i * i; }
};

int main() {
  at::queue<at::cpu> on;
  std::printf("%lld\n", at::reduce(on, at::extents{4}, 0LL, at::plus{}, at::called{square{}}));
}

// SPDX-License-Identifier: BSL-1.0
// Whether a kernel reads memory of one accelerator alone, as far as its type shows.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

template <class View>
struct clear {
  View numbers;
  ALLOTYPE_FN void operator()(int i) const { numbers(i) = 0; }
};

int main() {
  std::printf("%d %d\n", at::stays_on<clear<at::view<float, 1, at::cpu>>, at::cpu>,
              at::stays_on<clear<at::view<float, 1, at::A100>>, at::cpu>);
}

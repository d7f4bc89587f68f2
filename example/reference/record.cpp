// SPDX-License-Identifier: BSL-1.0
// Verbs are recorded once, and replayed twice.
#include <allotype/allotype.hpp>
#include <allotype/graph.hpp>

#include <cstdio>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> numbers{on, at::extents{4}}, sums{on, at::extents{4}};
  at::fill(on, numbers, 1);
  at::graph<at::cpu> const step = at::record(on, [&](at::recorder<at::cpu>& recorder) {
    auto const x = numbers.view(recorder);
    at::for_each(recorder, x.extents, [=] ALLOTYPE_FN(int i) { x(i) *= 2; });
    at::inclusive_scan(recorder, numbers, sums);
  });
  for (int i = 0; i < 2; ++i) at::replay(on, step);
  auto const found = sums.view(on);
  std::printf("%d verbs, %d %d\n", step.size(), found(0), found(3));
}

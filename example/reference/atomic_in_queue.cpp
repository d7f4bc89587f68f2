// SPDX-License-Identifier: BSL-1.0
// Only the work of this queue touches the elements: a histogram that costs a plain ++ where the queue has one thread.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer in{on, std::vector<int>{0, 2, 1, 2, 2}};
  at::buffer<int, at::cpu> counts{on, at::extents{3}};
  at::fill(on, counts, 0);
  auto const values = in.view(on), count = counts.view(on);
  at::for_each(on, values.extents,
               [=] ALLOTYPE_FN(int i) { at::atomic_in_queue<at::cpu>(count(values(i))).fetch_add(1); });
  std::vector<int> result(3);
  at::copy(on, counts, result);
  std::printf("%d %d %d\n", result[0], result[1], result[2]);
}

// SPDX-License-Identifier: BSL-1.0
// Several mistakes in one file, some unknown to the library. No test compiles it: its logs are data.
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

using slice = at::A100::partition<"2g.40gb">;
using wanted = at::layout<at::A100, "4g.20gb", "4g.20gb">;

int total(std::vector<int> const& numbers) {
  int unused;
  return nubmers.size();
}

struct borrowed {
  std::vector<float> numbers;
  ALLOTYPE_FN void operator()(int) const {}
};
void run(at::queue<at::cpu>& on, borrowed kernel) {
  at::for_each(on, at::extents{4}, kernel);
  at::for_each(on, at::extents{4}, kernel);
}
static_assert(sizeof(borrowed) == 1, "a sentence of one's own");

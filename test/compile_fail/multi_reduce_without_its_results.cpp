// SPDX-License-Identifier: BSL-1.0
// Sums of several kinds without memory for them.
// expect: multi_reduce: the arguments are (queue, extents, results, operation, function)
// flags(nvcc): --extended-lambda
#include <allotype/multi_reduce.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, [[maybe_unused]] at::buffer<int, at::cpu>& sums) {
#ifdef TWIN
  at::multi_reduce(on, at::extents{64}, sums, at::plus{}, [] ALLOTYPE_FN(int i) { return at::indexed{i, i % 8}; });
#else
  at::multi_reduce(on, at::extents{64}, at::plus{}, [] ALLOTYPE_FN(int i) { return at::indexed{i, i % 8}; });  // here
#endif
}

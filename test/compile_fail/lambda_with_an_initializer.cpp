// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A lambda for a GPU that makes a view in its brackets.
// flags(nvcc): --extended-lambda --expt-relaxed-constexpr
// expect: init-captures are not allowed for extended __host__ __device__ lambdas
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::A100>& on, at::buffer<int, at::A100>& numbers) {
#ifdef TWIN
  auto const all = numbers.view(on);
  at::for_each(on, all.extents, [=] ALLOTYPE_FN(int i) { all(i) = i; });
#else
  at::for_each(on, at::extents{8}, [all = numbers.view(on)] ALLOTYPE_FN(int i) { all(i) = i; });  // here
#endif
}

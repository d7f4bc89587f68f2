// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A lambda for a GPU that captures by reference.
// flags(nvcc): --extended-lambda --expt-relaxed-constexpr
// expect: An extended __host__ __device__ lambda cannot capture variables by reference
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::A100>& on, at::view<int, 1, at::A100> numbers) {
#ifdef TWIN
  at::for_each(on, numbers.extents, [=] ALLOTYPE_FN(int i) { numbers(i) = i; });
#else
  at::for_each(on, numbers.extents, [&] ALLOTYPE_FN(int i) { numbers(i) = i; });  // here
#endif
}

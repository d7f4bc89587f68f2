// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A kernel that throws.
// flags(nvcc): --extended-lambda --expt-relaxed-constexpr
// expect: device code does not support exception handling
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::A100>& on, at::view<int, 1, at::A100> numbers) {
#ifdef TWIN
  at::for_each(on, numbers.extents, [=] ALLOTYPE_FN(int i) { numbers(i) = numbers(i) < 0 ? -1 : i; });
#else
  at::for_each(on, numbers.extents, [=] ALLOTYPE_FN(int i) { numbers(i) = numbers(i) < 0 ? throw i : i; });  // here
#endif
}

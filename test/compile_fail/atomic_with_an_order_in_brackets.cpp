// SPDX-License-Identifier: BSL-1.0
// A memory order in the scope's place.
// expect: atomic: between the brackets stands a scope, and an order is an argument of the operation
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::view<int, 1, at::cpu> const x) {
#ifdef TWIN
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int) { at::atomic(x(0)).fetch_add(1, at::memory_order::release); });
#else
  at::for_each(on, x.extents,
               [=] ALLOTYPE_FN(int) { at::atomic<at::memory_order::release>(x(0)).fetch_add(1); });  // here
#endif
}

// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A kernel that calls std::max, compiled without the option that allows it.
// flags(nvcc): --extended-lambda
// expect: calling a constexpr __host__ function
// expect: The experimental flag '--expt-relaxed-constexpr' can be used to allow this
#include <allotype/allotype.hpp>

#include <algorithm>

namespace at = allotype;

template <class A>
void go(at::queue<A>& on, at::view<double, 1, A> values) {
#ifdef TWIN
  at::for_each(on, values.extents, [=] ALLOTYPE_FN(int i) { values(i) = values(i) < 2 ? 2 : values(i); });
#else
  at::for_each(on, values.extents, [=] ALLOTYPE_FN(int i) { values(i) = std::max(values(i), 2.0); });  // here
#endif
}
template void go(at::queue<at::A100>&, at::view<double, 1, at::A100>);

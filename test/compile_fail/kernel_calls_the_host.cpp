// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A kernel that calls a function of the host.
// flags(nvcc): --extended-lambda --expt-relaxed-constexpr
// expect: calling a __host__ function("twice(double)") from a __host__ __device__ function
#include <allotype/allotype.hpp>

#include <algorithm>

namespace at = allotype;

#ifdef TWIN
ALLOTYPE_FN double twice(double x) { return std::max(x, 2 * x); }
#else
double twice(double x) { return std::max(x, 2 * x); }
#endif

template <class A>
void go(at::queue<A>& on, at::view<double, 1, A> values) {
  at::for_each(on, values.extents, [=] ALLOTYPE_FN(int i) { values(i) = twice(values(i)); });  // here
}
template void go(at::queue<at::A100>&, at::view<double, 1, at::A100>);

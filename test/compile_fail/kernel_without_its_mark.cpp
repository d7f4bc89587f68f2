// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A struct as a kernel whose function is not marked for GPUs.
// flags(nvcc): --extended-lambda --expt-relaxed-constexpr
// expect: a function that a kernel calls is marked, as in ALLOTYPE_FN void operator()(int i) const { ... }
// expect: calling a __host__ function from a __host__ __device__ function
#include <allotype/allotype.hpp>
namespace at = allotype;

template <class View>
struct kernel {
  View values;
#ifdef TWIN
  ALLOTYPE_FN void operator()(int i) const { values(i) = i; }
#else
  void operator()(int i) const { values(i) = i; }
#endif
};

void go(at::queue<at::A100>& on, at::buffer<int, at::A100>& numbers) {
  at::for_each(on, at::extents{8}, kernel{numbers.view(on)});  // here
}

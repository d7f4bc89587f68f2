// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A struct as a kernel that stands in a function.
// flags(nvcc): --extended-lambda --expt-relaxed-constexpr
// expect: cannot be used in the template argument type of a __global__ function template instantiation
#include <allotype/allotype.hpp>
namespace at = allotype;

template <class View>
struct count {
  View numbers;
  ALLOTYPE_FN void operator()(int i) const { numbers(i) = i; }
};

void go(at::queue<at::A100>& on, at::view<int, 1, at::A100> all) {
#ifdef TWIN
  at::for_each(on, all.extents, count{all});
#else
  struct count_here {
    at::view<int, 1, at::A100> numbers;
    ALLOTYPE_FN void operator()(int i) const { numbers(i) = i; }
  };
  at::for_each(on, all.extents, count_here{all});  // here
#endif
}

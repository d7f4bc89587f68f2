// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A reduction on a GPU to a type that cannot be copied byte by byte.
// expect: reduce: on CUDA the initial value's type must be trivially copyable and have at most 1,024 bytes
#include <allotype/allotype.hpp>
namespace at = allotype;

struct total {
  long long value = 0;
#ifdef TWIN
  total(total const& other) = default;
#else
  ALLOTYPE_FN total(total const& other) : value(other.value) {}
#endif
  ALLOTYPE_FN explicit total(long long from) : value(from) {}
};
struct add {
  ALLOTYPE_FN total operator()(total const& a, total const& b) const { return total(a.value + b.value); }
};
struct one {
  ALLOTYPE_FN total operator()(int) const { return total(1); }
};
total on_a_gpu(at::queue<at::A100>& on) { return at::reduce(on, at::extents{4}, total(0), add{}, one{}); }  // here

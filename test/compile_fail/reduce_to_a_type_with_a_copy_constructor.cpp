// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A reduction on a GPU to a type that cannot be copied byte by byte.
// expect: an accelerator's memory holds what is copied as bytes, and this type is neither trivially copyable nor said to be
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

// SPDX-License-Identifier: BSL-1.0
// A table for kernels that is made of a vector. Its use says nothing more.
// expect: an accelerator's memory holds what is copied as bytes, and this type is neither trivially copyable nor said to be
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::view<float, 1, at::cpu> const x, std::vector<float> const& weights) {
#ifdef TWIN
  at::constant_table const table{weights[0], weights[1], weights[2]};
#else
  at::constant_table const table{weights};  // here
#endif
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int i) { x(i) *= table[i]; });
}

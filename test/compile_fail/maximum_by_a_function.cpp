// SPDX-License-Identifier: BSL-1.0
// std::max on a GPU.
// expect: reduce: code on this accelerator calls no function of the host's: an operation is an object, at::maximum{}, or a struct whose operator() is marked ALLOTYPE_FN
// flags(nvcc): --extended-lambda
// only: nvcc
#include <algorithm>
#include <allotype/allotype.hpp>
namespace at = allotype;

float largest(at::queue<at::A100>& on, at::buffer<float, at::A100> const& values) {
  auto const x = values.view(on);
#ifdef TWIN
  return at::reduce(on, x.extents, 0.f, at::maximum{}, [=] ALLOTYPE_FN(int i) { return x(i); });
#else
  return at::reduce(on, x.extents, 0.f, std::max<float>, [=] ALLOTYPE_FN(int i) { return x(i); });  // here
#endif
}

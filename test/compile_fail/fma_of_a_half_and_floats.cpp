// SPDX-License-Identifier: BSL-1.0
// One number of another format than the others.
// expect: fma(a, b, c): all three are of one type, float, double or a narrower format
#include <allotype/allotype.hpp>
#include <allotype/core/number_format.hpp>
namespace at = allotype;

at::float16 fused(at::float16 third) {
#ifdef TWIN
  return at::fma(third, at::float16(3), at::float16(1));
#else
  return at::fma(third, 3.f, 1.f);  // here
#endif
}

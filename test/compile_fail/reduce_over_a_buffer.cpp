// SPDX-License-Identifier: BSL-1.0
// A buffer where a function of the index belongs.
// expect: reduce: the function cannot be called with these extents
#include <allotype/allotype.hpp>
namespace at = allotype;

float go(at::queue<at::cpu>& on, at::buffer<float, at::cpu> const& x) {
#ifdef TWIN
  auto const seen = x.view(on);
  return at::reduce(on, seen.extents, 0.f, at::plus{}, [=](int i) { return seen(i); });
#else
  return at::reduce(on, at::extents{8}, 0.f, at::plus{}, x);  // here
#endif
}

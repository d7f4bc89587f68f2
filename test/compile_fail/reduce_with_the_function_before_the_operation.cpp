// SPDX-License-Identifier: BSL-1.0
// The function and the operation of a reduction in the other order.
// expect: reduce: the function cannot be called with these extents
#include <allotype/allotype.hpp>
namespace at = allotype;

float sum(at::queue<at::cpu>& on, at::buffer<float, at::cpu> const& there) {
  auto const x = there.view(on);
  auto const element = [=](int i) { return x(i); };
#ifdef TWIN
  return at::reduce(on, x.extents, 0.f, at::plus{}, element);
#else
  return at::reduce(on, x.extents, 0.f, element, at::plus{});  // here
#endif
}

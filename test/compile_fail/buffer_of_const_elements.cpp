// SPDX-License-Identifier: BSL-1.0
// A buffer of const elements, as a span has them.
// expect: buffer: its elements are filled by copies, so they are not const
#include <allotype/allotype.hpp>

#include <vector>
namespace at = allotype;

#ifdef TWIN
using element = float;
#else
using element = float const;
#endif

float largest(at::queue<at::cpu>& on, std::vector<float> const& values) {
  at::buffer<element, at::cpu> const b{on, values};  // here
  auto const x = b.view(on);
  return at::reduce(on, x.extents, 0.f, at::maximum{}, [=](int i) { return x(i); });
}

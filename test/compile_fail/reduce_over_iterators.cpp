// SPDX-License-Identifier: BSL-1.0
// A reduction over two iterators, as std::reduce takes them.
// expect: reduce: the second argument is at::extents{n} or at::box{{begin, end}}
#include <allotype/allotype.hpp>

#include <vector>
namespace at = allotype;

float sum(at::queue<at::cpu>& on, std::vector<float> const& values) {
#ifdef TWIN
  float const* const first = values.data();
  return at::reduce(on, at::extents{values.size()}, 0.f, at::plus{}, [=](long long i) { return first[i]; });
#else
  return at::reduce(on, values.begin(), values.end(), 0.f, at::plus{});  // here
#endif
}

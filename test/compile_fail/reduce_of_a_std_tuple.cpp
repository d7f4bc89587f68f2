// SPDX-License-Identifier: BSL-1.0
// Several results as a std::tuple. What the function returns says nothing more.
// expect: an at::tuple needs at::elementwise
#include <allotype/allotype.hpp>
#include <tuple>
namespace at = allotype;

struct both {
  at::view<float, 1, at::cpu> x;
  ALLOTYPE_FN at::tuple<float, float> operator()(int i) const { return {x(i), x(i)}; }
};
float go(at::queue<at::cpu>& on, at::view<float, 1, at::cpu> const x) {
  at::elementwise const ops{at::plus{}, at::maximum{}};
#ifdef TWIN
  return at::reduce(on, x.extents, at::tuple{0.f, 0.f}, ops, both{x}).get<0>();
#else
  return std::get<0>(at::reduce(on, x.extents, std::tuple{0.f, 0.f}, ops, both{x}));  // here
#endif
}

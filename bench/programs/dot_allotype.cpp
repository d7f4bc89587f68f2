// SPDX-License-Identifier: BSL-1.0
#include <allotype/allotype.hpp>
#include <vector>

namespace at = allotype;

#ifdef __CUDACC__
using accelerator = at::A100;
#else
using accelerator = at::cpu;
#endif

template <class In>
struct product {
  In x, y;
  ALLOTYPE_FN float operator()(long long i) const { return x(i) * y(i); }
};

float dot(std::vector<float> const& x, std::vector<float> const& y) {
  at::queue<accelerator> on;
  at::buffer<float, accelerator> on_x{on, x}, on_y{on, y};
  return at::reduce(on, at::extents{on_y.size()}, 0.f, at::plus{}, product{on_x.view(on), on_y.view(on)});
}

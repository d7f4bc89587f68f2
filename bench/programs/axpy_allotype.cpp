// SPDX-License-Identifier: BSL-1.0
#include <allotype/allotype.hpp>
#include <vector>

namespace at = allotype;

#ifdef __CUDACC__
using accelerator = at::A100;
#else
using accelerator = at::cpu;
#endif

template <class In, class Out>
struct axpy_kernel {
  float a;
  In x;
  Out y;
  ALLOTYPE_FN void operator()(long long i) const { y(i) += a * x(i); }
};

void axpy(float a, std::vector<float> const& x, std::vector<float>& y) {
  at::queue<accelerator> on;
  at::buffer<float, accelerator> on_x{on, x}, on_y{on, y};
  at::for_each(on, at::extents{on_y.size()}, axpy_kernel{a, on_x.view(on), on_y.view(on)});
  at::copy(on, on_y, y);
}

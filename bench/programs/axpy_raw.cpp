// SPDX-License-Identifier: BSL-1.0
#include <cstddef>
#include <vector>

void axpy(float a, std::vector<float> const& x, std::vector<float>& y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += a * x[i];
}

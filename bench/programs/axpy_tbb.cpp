// SPDX-License-Identifier: BSL-1.0
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <vector>

void axpy(float a, std::vector<float> const& x, std::vector<float>& y) {
  using range = tbb::blocked_range<std::size_t>;
  tbb::parallel_for(range(0, y.size()), [&](range const& part) {
    for (std::size_t i = part.begin(); i != part.end(); ++i) y[i] += a * x[i];
  });
}

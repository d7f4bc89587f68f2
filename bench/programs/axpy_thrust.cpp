// SPDX-License-Identifier: BSL-1.0
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/transform.h>

#include <vector>

struct axpy_kernel {
  float a;
  __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};

void axpy(float a, std::vector<float> const& x, std::vector<float>& y) {
  thrust::device_vector<float> on_x(x.begin(), x.end()), on_y(y.begin(), y.end());
  thrust::transform(on_x.begin(), on_x.end(), on_y.begin(), on_y.begin(), axpy_kernel{a});
  thrust::copy(on_y.begin(), on_y.end(), y.begin());
}

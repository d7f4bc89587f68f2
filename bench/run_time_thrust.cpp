// SPDX-License-Identifier: BSL-1.0
/// \file
/// Thrust's OpenMP backend.
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/system/omp/execution_policy.h>
#include <thrust/transform.h>

#include "run_time.hpp"

void enter_thrust() {
  enter("empty OpenMP", nearly_empty, "Thrust", nothing_to_check, [](problem& p) {
    thrust::for_each_n(thrust::omp::par, thrust::counting_iterator<int>(0), static_cast<int>(p.size),
                       [](int i) { touch(i); });
  });
  for (long long const size : sizes) {
    enter("triad OpenMP", size, "Thrust", triad_is_right, [](problem& p) {
      thrust::transform(thrust::omp::par, p.b, p.b + p.size, p.c, p.a,
                        [](double b, double c) { return b + triad_factor * c; });
    });
    enter("dot OpenMP", size, "Thrust", dot_is_right,
          [](problem& p) { p.sum = thrust::inner_product(thrust::omp::par, p.b, p.b + p.size, p.c, 0.0); });
    enter("stencil OpenMP", size, "Thrust", stencil_is_right, [](problem& p) {
      thrust::for_each_n(thrust::omp::par, thrust::counting_iterator<int>(1), p.rows - 2,
                         [a = p.a, b = p.b, columns = p.columns](int row) {
                           for (int column = 1; column < columns - 1; ++column) {
                             int const here = row * columns + column;
                             a[here] = 0.25 * (b[here - columns] + b[here + columns] + b[here - 1] + b[here + 1]);
                           }
                         });
    });
  }
}

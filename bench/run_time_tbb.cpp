// SPDX-License-Identifier: BSL-1.0
/// \file
/// oneTBB, with the partitioner that shares work as OpenMP's static schedule does.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <execution>
#include <functional>
#include <numeric>
#include <tuple>

#include "run_time.hpp"

void enter_tbb() {
  using range = tbb::blocked_range<long long>;
  static tbb::static_partitioner const evenly;
  enter("empty OpenMP", nearly_empty, "oneTBB", nothing_to_check,
        [=](problem& p) { tbb::parallel_for(0, static_cast<int>(p.size), [](int i) { touch(i); }, evenly); });
  for (long long const size : sizes) {
    enter("triad OpenMP", size, "oneTBB", triad_is_right, [=](problem& p) {
      auto const [a, b, c] = std::tuple(p.a, p.b, p.c);
      tbb::parallel_for(
          range(0, p.size),
          [a = a, b = b, c = c](range const& part) {
            for (long long i = part.begin(); i < part.end(); ++i) a[i] = b[i] + triad_factor * c[i];
          },
          evenly);
    });
    enter("dot OpenMP", size, "oneTBB", dot_is_right, [=](problem& p) {
      auto const [b, c] = std::tuple(p.b, p.c);
      p.sum = tbb::parallel_reduce(
          range(0, p.size), 0.0,
          [b = b, c = c](range const& part, double sum) {
            for (long long i = part.begin(); i < part.end(); ++i) sum += b[i] * c[i];
            return sum;
          },
          std::plus<double>(), evenly);
    });
    enter("reassociated dot OpenMP", size, "std::transform_reduce(par_unseq)", dot_is_right,
          [](problem& p) { p.sum = std::transform_reduce(std::execution::par_unseq, p.b, p.b + p.size, p.c, 0.0); });
    enter("stencil OpenMP", size, "oneTBB", stencil_is_right, [=](problem& p) {
      auto const [a, b, columns] = std::tuple(p.a, p.b, p.columns);
      tbb::parallel_for(
          range(1, p.rows - 1),
          [a = a, b = b, columns = columns](range const& part) {
            for (int row = static_cast<int>(part.begin()); row < part.end(); ++row) {
              for (int column = 1; column < columns - 1; ++column) {
                int const here = row * columns + column;
                a[here] = 0.25 * (b[here - columns] + b[here + columns] + b[here - 1] + b[here + 1]);
              }
            }
          },
          evenly);
    });
  }
}

// SPDX-License-Identifier: BSL-1.0
/// \file
/// The serial backend against raw loops.
#include "run_time_kernels.hpp"

#ifdef _OPENMP
#  error "compile this file without OpenMP"
#endif

void enter_serial() {
  enter("empty serial", nearly_empty, "raw loop", nothing_to_check, [](problem& p) {
    int const n = static_cast<int>(p.size);
    for (int i = 0; i < n; ++i) touch(i);
  });
  for (long long const size : sizes) {
    enter("triad serial", size, "raw loop", triad_is_right, [](problem& p) {
      double* const a = p.a;
      double const *const b = p.b, *const c = p.c;
      long long const n = p.size;
      for (long long i = 0; i < n; ++i) a[i] = b[i] + triad_factor * c[i];
    });
    enter("dot serial", size, "raw loop", dot_is_right, [](problem& p) {
      double const *const b = p.b, *const c = p.c;
      long long const n = p.size;
      double sum = 0;
      for (long long i = 0; i < n; ++i) sum += b[i] * c[i];
      p.sum = sum;
    });
    // As many sums as a processor adds up at the same time.
    enter("reassociated dot serial", size, "raw loop, eight sums", dot_is_right, [](problem& p) {
      double const *const b = p.b, *const c = p.c;
      long long const n = p.size;
      double sums[8]{};
      for (long long i = 0; i < n; i += 8) {
        for (int k = 0; k < 8; ++k) sums[k] += b[i + k] * c[i + k];
      }
      p.sum = 0;
      for (double const sum : sums) p.sum += sum;
    });
    enter("stencil serial", size, "raw loop", stencil_is_right, [](problem& p) {
      double* const a = p.a;
      double const* const b = p.b;
      int const rows = p.rows, columns = p.columns;
      for (int row = 1; row < rows - 1; ++row) {
        for (int column = 1; column < columns - 1; ++column) {
          a[row * columns + column] = 0.25 * (b[(row - 1) * columns + column] + b[(row + 1) * columns + column] +
                                              b[row * columns + column - 1] + b[row * columns + column + 1]);
        }
      }
    });
  }
  enter_allotype("serial");
}

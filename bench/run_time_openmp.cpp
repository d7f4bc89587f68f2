// SPDX-License-Identifier: BSL-1.0
/// \file
/// The OpenMP backend against raw OpenMP.
#include "run_time_kernels.hpp"

#ifndef _OPENMP
#  error "compile this file with OpenMP"
#endif

void enter_openmp() {
  enter("empty OpenMP", nearly_empty, "raw OpenMP", nothing_to_check, [](problem& p) {
    int const n = static_cast<int>(p.size);
#pragma omp parallel for
    for (int i = 0; i < n; ++i) touch(i);
  });
  for (long long const size : sizes) {
    enter("triad OpenMP", size, "raw OpenMP", triad_is_right, [](problem& p) {
      double* const a = p.a;
      double const *const b = p.b, *const c = p.c;
      long long const n = p.size;
#pragma omp parallel for
      for (long long i = 0; i < n; ++i) a[i] = b[i] + triad_factor * c[i];
    });
    enter("dot OpenMP", size, "raw OpenMP", dot_is_right, [](problem& p) {
      double const *const b = p.b, *const c = p.c;
      long long const n = p.size;
      double sum = 0;
#pragma omp parallel for reduction(+ : sum)
      for (long long i = 0; i < n; ++i) sum += b[i] * c[i];
      p.sum = sum;
    });
    enter("reassociated dot OpenMP", size, "raw OpenMP, simd", dot_is_right, [](problem& p) {
      double const *const b = p.b, *const c = p.c;
      long long const n = p.size;
      double sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
      for (long long i = 0; i < n; ++i) sum += b[i] * c[i];
      p.sum = sum;
    });
    enter("stencil OpenMP", size, "raw OpenMP", stencil_is_right, [](problem& p) {
      double* const a = p.a;
      double const* const b = p.b;
      int const rows = p.rows, columns = p.columns;
#pragma omp parallel for
      for (int row = 1; row < rows - 1; ++row) {
        for (int column = 1; column < columns - 1; ++column) {
          a[row * columns + column] = 0.25 * (b[(row - 1) * columns + column] + b[(row + 1) * columns + column] +
                                              b[row * columns + column - 1] + b[row * columns + column + 1]);
        }
      }
    });
  }
  enter_allotype("OpenMP");
}

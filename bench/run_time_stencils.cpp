// SPDX-License-Identifier: BSL-1.0
/// \file
/// Stencils over whole arrays, with a condition for the boundary, against raw OpenMP. A program of its own for each
/// compiler: what it makes of such a loop is its own.
#include <allotype/allotype.hpp>

#include "run_time.hpp"

#ifndef _OPENMP
#  error "compile this file with OpenMP"
#endif

namespace {

namespace at = allotype;

#ifdef __clang__
std::string const compiler = ", clang";
#else
std::string const compiler = ", GCC";
#endif

/// The mean of the four neighbours; nothing at the boundary.
template <class In, class Out>
struct four_neighbours {
  Out a;
  In b;
  ALLOTYPE_FN void operator()(int row, int column) const {
    if (row > 0 && row < b.extents[0] - 1 && column > 0 && column < b.extents[1] - 1) {
      a(row, column) = 0.25 * (b(row - 1, column) + b(row + 1, column) + b(row, column - 1) + b(row, column + 1));
    }
  }
};

/// A condition of its own, as programs have it that need it in several kernels.
ALLOTYPE_FN inline bool is_inside(at::extents<3> const& whole, int plane, int row, int column) {
  return plane > 0 && plane < whole[0] - 1 && row > 0 && row < whole[1] - 1 && column > 0 && column < whole[2] - 1;
}

/// The mean of the six neighbours and twice the point; nothing at the boundary.
template <class In, class Out>
struct six_neighbours {
  Out a;
  In b;
  ALLOTYPE_FN void operator()(int plane, int row, int column) const {
    if (is_inside(b.extents, plane, row, column)) {
      a(plane, row, column) =
          0.125 * (b(plane - 1, row, column) + b(plane + 1, row, column) + b(plane, row - 1, column) +
                   b(plane, row + 1, column) + b(plane, row, column - 1) + b(plane, row, column + 1) +
                   2 * b(plane, row, column));
    }
  }
};

/// Laplace's equation in three dimensions, one step: the mean of the six neighbours; the boundary is copied.
template <class In, class Out>
struct laplace3d {
  Out a;
  In b;
  ALLOTYPE_FN void operator()(int plane, int row, int column) const {
    int const planes = b.extents[0], rows = b.extents[1], columns = b.extents[2];
    if (plane == 0 || plane == planes - 1 || row == 0 || row == rows - 1 || column == 0 || column == columns - 1) {
      a(plane, row, column) = b(plane, row, column);
    } else {
      a(plane, row, column) = (b(plane - 1, row, column) + b(plane + 1, row, column) + b(plane, row - 1, column) +
                               b(plane, row + 1, column) + b(plane, row, column - 1) + b(plane, row, column + 1)) *
                              (1.0 / 6);
    }
  }
};

using picture_in = at::view<double const, 2, at::cpu>;
using picture_out = at::view<double, 2, at::cpu>;
using space_in = at::view<double const, 3, at::cpu>;
using space_out = at::view<double, 3, at::cpu>;

}  // namespace

void enter_stencils() {
  static at::queue<at::cpu> on;
  for (long long const size : {1LL << 18, 1LL << 21, 1LL << 24}) {
    enter("2-D stencil with its boundary, OpenMP" + compiler, size, "raw OpenMP", stencil_is_right, [](problem& p) {
      double* const a = p.a;
      double const* const b = p.b;
      int const rows = p.rows, columns = p.columns;
#pragma omp parallel for
      for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
          if (row > 0 && row < rows - 1 && column > 0 && column < columns - 1) {
            int const here = row * columns + column;
            a[here] = 0.25 * (b[here - columns] + b[here + columns] + b[here - 1] + b[here + 1]);
          }
        }
      }
    });
    enter("2-D stencil with its boundary, OpenMP" + compiler, size, "allotype", stencil_is_right, [](problem& p) {
      at::extents const whole{p.rows, p.columns};
      at::for_each(on, whole, four_neighbours<picture_in, picture_out>{{p.a, whole}, {p.b, whole}});
    });

    enter("3-D stencil with its boundary, OpenMP" + compiler, size, "raw OpenMP", space_stencil_is_right,
          [](problem& p) {
            double* const a = p.a;
            double const* const b = p.b;
            int const edge = p.edge(), plane_size = edge * edge;
#pragma omp parallel for
            for (int plane = 0; plane < edge; ++plane) {
              for (int row = 0; row < edge; ++row) {
                for (int column = 0; column < edge; ++column) {
                  if (plane > 0 && plane < edge - 1 && row > 0 && row < edge - 1 && column > 0 && column < edge - 1) {
                    int const here = (plane * edge + row) * edge + column;
                    a[here] = 0.125 * (b[here - plane_size] + b[here + plane_size] + b[here - edge] + b[here + edge] +
                                       b[here - 1] + b[here + 1] + 2 * b[here]);
                  }
                }
              }
            }
          });
    enter("3-D stencil with its boundary, OpenMP" + compiler, size, "allotype", space_stencil_is_right, [](problem& p) {
      at::extents const whole{p.edge(), p.edge(), p.edge()};
      at::for_each(on, whole, six_neighbours<space_in, space_out>{{p.a, whole}, {p.b, whole}});
    });

    enter("laplace3d, OpenMP" + compiler, size, "raw OpenMP", laplace3d_is_right, [](problem& p) {
      double* const a = p.a;
      double const* const b = p.b;
      int const edge = p.edge(), plane_size = edge * edge;
#pragma omp parallel for
      for (int plane = 0; plane < edge; ++plane) {
        for (int row = 0; row < edge; ++row) {
          for (int column = 0; column < edge; ++column) {
            int const here = (plane * edge + row) * edge + column;
            if (plane == 0 || plane == edge - 1 || row == 0 || row == edge - 1 || column == 0 || column == edge - 1) {
              a[here] = b[here];
            } else {
              a[here] = (b[here - plane_size] + b[here + plane_size] + b[here - edge] + b[here + edge] + b[here - 1] +
                         b[here + 1]) *
                        (1.0 / 6);
            }
          }
        }
      }
    });
    enter("laplace3d, OpenMP" + compiler, size, "allotype", laplace3d_is_right, [](problem& p) {
      at::extents const whole{p.edge(), p.edge(), p.edge()};
      at::for_each(on, whole, laplace3d<space_in, space_out>{{p.a, whole}, {p.b, whole}});
    });
  }
}

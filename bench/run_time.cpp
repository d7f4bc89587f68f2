// SPDX-License-Identifier: BSL-1.0
/// \file
/// Loops through the library against raw loops and other libraries. bench/run calls it once a comparison.
#include "run_time.hpp"

#include <cstdlib>
#include <map>
#include <new>

problem& problem_of(long long size) {
  static std::map<long long, problem> problems;
  auto const found = problems.find(size);
  if (found != problems.end()) return found->second;
  auto const allocate = [size] {
    return static_cast<double*>(::operator new(static_cast<std::size_t>(size) * sizeof(double), std::align_val_t{64}));
  };
  double *const a = allocate(), *const b = allocate(), *const c = allocate();
  for (long long i = 0; i < size; ++i) {
    a[i] = 0;
    b[i] = static_cast<double>(i % 4);
    c[i] = static_cast<double>(i % 2);
  }
  int rows = 1;
  while (static_cast<long long>(rows) * rows * 4 <= size) rows *= 2;
  return problems[size] = problem{size, rows, static_cast<int>(size / rows), a, b, c, 0, {}};
}

bool triad_is_right(problem const& p) {
  for (long long i = 0; i < p.size; ++i) {
    if (p.a[i] != p.b[i] + triad_factor * p.c[i]) return false;
  }
  return true;
}

// All terms and sums are integers, so that every order of adding gives the same.
bool dot_is_right(problem const& p) {
  double sum = 0;
  for (long long i = 0; i < p.size; ++i) sum += p.b[i] * p.c[i];
  return p.sum == sum;
}

bool stencil_is_right(problem const& p) {
  auto const b = [&](int row, int column) { return p.b[row * p.columns + column]; };
  for (int row = 1; row + 1 < p.rows; ++row) {
    for (int column = 1; column + 1 < p.columns; ++column) {
      double const mean = 0.25 * (b(row - 1, column) + b(row + 1, column) + b(row, column - 1) + b(row, column + 1));
      if (p.a[row * p.columns + column] != mean) return false;
    }
  }
  return true;
}

namespace {

/// At every index of the cube stands what `expected` makes of the sum of the neighbours, of the point itself, and of
/// whether it is an inner one.
template <class Expected>
bool cube_is_right(problem const& p, Expected const& expected) {
  int const edge = p.edge();
  for (int plane = 0; plane < edge; ++plane) {
    for (int row = 0; row < edge; ++row) {
      for (int column = 0; column < edge; ++column) {
        bool const inner =
            plane > 0 && plane + 1 < edge && row > 0 && row + 1 < edge && column > 0 && column + 1 < edge;
        int const here = (plane * edge + row) * edge + column;
        double const* const b = p.b + here;
        double const sum = inner ? b[-edge * edge] + b[edge * edge] + b[-edge] + b[edge] + b[-1] + b[1] : 0;
        if (p.a[here] != expected(sum, *b, inner)) return false;
      }
    }
  }
  return true;
}

}  // namespace

// The sums are of integers, so that every order of adding gives the same.
bool space_stencil_is_right(problem const& p) {
  return cube_is_right(p, [](double sum, double here, bool inner) { return inner ? 0.125 * (sum + 2 * here) : 0; });
}
bool laplace3d_is_right(problem const& p) {
  return cube_is_right(p, [](double sum, double here, bool inner) { return inner ? sum * (1.0 / 6) : here; });
}

int main(int count, char** arguments) {
#ifdef BENCH_STENCILS
  enter_stencils();
#else
  enter_serial();
  enter_openmp();
#endif
#ifdef BENCH_TBB
  enter_tbb();
#endif
#ifdef BENCH_KOKKOS
  enter_kokkos();
#endif
#ifdef BENCH_THRUST
  enter_thrust();
#endif
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  return benchmark::RunSpecifiedBenchmarks() == 0;
}

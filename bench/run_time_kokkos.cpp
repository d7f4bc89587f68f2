// SPDX-License-Identifier: BSL-1.0
/// \file
/// Kokkos as Debian builds it: its serial backend alone.
#include <Kokkos_Core.hpp>

#include <cstdlib>

#include "run_time.hpp"

void enter_kokkos() {
  Kokkos::initialize();
  std::atexit(Kokkos::finalize);
  using range = Kokkos::RangePolicy<Kokkos::Serial, Kokkos::IndexType<long long>>;
  enter("empty serial", nearly_empty, "Kokkos", nothing_to_check, [](problem& p) {
    Kokkos::parallel_for(Kokkos::RangePolicy<Kokkos::Serial, Kokkos::IndexType<int>>(0, static_cast<int>(p.size)),
                         [](int i) { touch(i); });
  });
  for (long long const size : sizes) {
    enter("triad serial", size, "Kokkos", triad_is_right, [](problem& p) {
      Kokkos::parallel_for(range(0, p.size),
                           [a = p.a, b = p.b, c = p.c](long long i) { a[i] = b[i] + triad_factor * c[i]; });
    });
    enter("dot serial", size, "Kokkos", dot_is_right, [](problem& p) {
      Kokkos::parallel_reduce(
          range(0, p.size), [b = p.b, c = p.c](long long i, double& sum) { sum += b[i] * c[i]; }, p.sum);
    });
    enter("stencil serial", size, "Kokkos", stencil_is_right, [](problem& p) {
      Kokkos::parallel_for(range(1, p.rows - 1), [a = p.a, b = p.b, columns = p.columns](long long line) {
        int const row = static_cast<int>(line);
        for (int column = 1; column < columns - 1; ++column) {
          int const here = row * columns + column;
          a[here] = 0.25 * (b[here - columns] + b[here + columns] + b[here - 1] + b[here + 1]);
        }
      });
    });
  }
}

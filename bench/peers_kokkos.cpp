// SPDX-License-Identifier: BSL-1.0
#include <Kokkos_Core.hpp>

#include <cstdlib>

#include "peers.hpp"

namespace by_kokkos {
namespace {
using range = Kokkos::RangePolicy<Kokkos::Serial, Kokkos::IndexType<int>>;
using square = Kokkos::MDRangePolicy<Kokkos::Serial, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
}  // namespace

void begin() {
  Kokkos::initialize();
  std::atexit(Kokkos::finalize);
}
void copy(int n, double* to, double const* from) {
  Kokkos::parallel_for(range(0, n), [=](int i) { to[i] = from[i]; });
}
void triad(int n, double* to, double const* b, double const* c) {
  Kokkos::parallel_for(range(0, n), [=](int i) { to[i] = b[i] + 3.0 * c[i]; });
}
double dot(int n, double const* b, double const* c) {
  double result = 0;
  Kokkos::parallel_reduce(range(0, n), [=](int i, double& sum) { sum += b[i] * c[i]; }, result);
  return result;
}
std::array<double, 3> three(int n, double const* from) {
  std::array<double, 3> found{};
  Kokkos::parallel_reduce(
      range(0, n),
      [=](int i, double& sum, double& least, double& largest) {
        double const x = from[i];
        sum += x, least = x < least ? x : least, largest = x > largest ? x : largest;
      },
      Kokkos::Sum<double>(found[0]), Kokkos::Min<double>(found[1]), Kokkos::Max<double>(found[2]));
  return found;
}
int place_of_least(int n, double const* from) {
  using least = Kokkos::MinLoc<double, int>;
  least::value_type found;
  Kokkos::parallel_reduce(
      range(0, n),
      [=](int i, least::value_type& so_far) {
        if (from[i] < so_far.val) so_far.val = from[i], so_far.loc = i;
      },
      least(found));
  return found.loc;
}
void inclusive_scan(int n, int const* from, int* to) {
  Kokkos::parallel_scan(range(0, n), [=](int i, int& sum, bool last) {
    sum += from[i];
    if (last) to[i] = sum;
  });
}
void stencil(int edge, double* to, double const* from) {
  Kokkos::parallel_for(range(1, edge - 1), [=](int row) {
    for (int here = row * edge + 1; here < (row + 1) * edge - 1; ++here) {
      to[here] = 0.25 * (from[here - edge] + from[here + edge] + from[here - 1] + from[here + 1]);
    }
  });
}
void transposition(int edge, double* to, double const* from) {
  Kokkos::parallel_for(square({0, 0}, {edge, edge}),
                       [=](int row, int column) { to[column * edge + row] = from[row * edge + column]; });
}
}  // namespace by_kokkos

// SPDX-License-Identifier: BSL-1.0
// The Kokkos side of doc/coming_from_kokkos.md, as it is written without this library.
// clang-format off: the page shows two columns, so lines are short
#include <Kokkos_Core.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>

// [types]
using space = Kokkos::DefaultExecutionSpace;
using numbers = Kokkos::View<double*, space>;
// [types]

// [loop]
template <class Vector>  // a view of the host's memory
auto on_host(Vector& of) {
  using pointer = decltype(of.data());
  return Kokkos::View<pointer, Kokkos::HostSpace,
                      Kokkos::MemoryUnmanaged>(
      of.data(), of.size());
}

std::vector<double> axpy(double a,
                         std::vector<double> const& x,
                         std::vector<double> y) {
  numbers const from("x", x.size());
  numbers const to("y", y.size());
  Kokkos::deep_copy(from, on_host(x));
  Kokkos::deep_copy(to, on_host(y));
  Kokkos::parallel_for(
      "axpy", Kokkos::RangePolicy<space>(0, y.size()),
      KOKKOS_LAMBDA(int i) { to(i) += a * from(i); });
  Kokkos::deep_copy(on_host(y), to);
  return y;
}
// [loop]

// [reduction]
double dot(numbers const& x, numbers const& y) {
  double sum = 0;
  Kokkos::parallel_reduce(
      "dot", Kokkos::RangePolicy<space>(0, x.size()),
      KOKKOS_LAMBDA(int i, double& part) {
        part += x(i) * y(i);
      },
      sum);
  return sum;
}

double largest(numbers const& x) {
  double most = 0;
  Kokkos::parallel_reduce(
      "largest", Kokkos::RangePolicy<space>(0, x.size()),
      KOKKOS_LAMBDA(int i, double& part) {
        if (part < x(i)) part = x(i);
      },
      Kokkos::Max<double>(most));
  return most;
}
// [reduction]

// [plane]
using plane =
    Kokkos::View<double**, Kokkos::LayoutRight, space>;

void smooth(plane const& from, plane const& to,
            int rows, int columns) {
  using inner =
      Kokkos::MDRangePolicy<space, Kokkos::Rank<2>>;
  Kokkos::parallel_for(
      "smooth", inner({1, 1}, {rows - 1, columns - 1}),
      KOKKOS_LAMBDA(int row, int column) {
        to(row, column) =
            (from(row - 1, column) + from(row + 1, column) +
             from(row, column - 1) + from(row, column + 1)) / 4;
      });
}
// [plane]

// [teams]
void reverse_tiles(numbers const& all) {
  using teams = Kokkos::TeamPolicy<space>;
  using shared =
      Kokkos::View<double*, space::scratch_memory_space,
                   Kokkos::MemoryUnmanaged>;
  int const tiles = static_cast<int>(all.size()) / 64;
  auto const bytes = Kokkos::PerTeam(shared::shmem_size(64));
  Kokkos::parallel_for(
      "reverse tiles",
      teams(tiles, Kokkos::AUTO).set_scratch_size(0, bytes),
      KOKKOS_LAMBDA(teams::member_type const& team) {
        shared const tile(team.team_scratch(0), 64);
        int const first = team.league_rank() * 64;
        auto const threads =
            Kokkos::TeamThreadRange(team, 64);
        Kokkos::parallel_for(threads, [&](int i) {
          tile(i) = all(first + i);
        });
        team.team_barrier();
        Kokkos::parallel_for(threads, [&](int i) {
          all(first + i) = tile(63 - i);
        });
      });
}
// [teams]

bool is_right() {
  std::vector<double> counted(128);
  for (int i = 0; i < 128; ++i) counted[static_cast<std::size_t>(i)] = i;
  numbers const all("all", 128);
  Kokkos::deep_copy(all, on_host(counted));
  if (dot(all, all) != 127. * 128 * 255 / 6 || largest(all) != 127) return false;
  reverse_tiles(all);
  Kokkos::deep_copy(on_host(counted), all);
  if (counted[0] != 63 || counted[63] != 0 || counted[64] != 127) return false;
  plane const from("from", 3, 3), to("to", 3, 3);
  Kokkos::deep_copy(from, 1);
  smooth(from, to, 3, 3);
  auto const seen = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, to);
  return seen(1, 1) == 1 && seen(0, 1) == 0;
}

// Called by Kokkos::finalize().
bool const is_checked = (Kokkos::push_finalize_hook([] {
                           if (!is_right()) std::abort();
                         }),
                         true);

// [program]
int main(int argc, char** argv) {
  Kokkos::initialize(argc, argv);
  auto const y = axpy(2, {1, 2, 3}, {10, 20, 30});
  std::printf("%g %g %g on %s\n", y[0], y[1], y[2],
              space::name());
  Kokkos::finalize();
  return 0;
}
// [program]

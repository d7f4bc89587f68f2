// SPDX-License-Identifier: BSL-1.0
// Air flows past a heavy bubble that sinks, by finite volumes in two dimensions, as the benchmark miniWeather has them:
// periodic along the wind, walls below and above. What leaves a cell enters its neighbour, so the mass and the momentum
// along the wind stay what they are. The same steps by plain loops have the same cells.
#include <allotype/allotype.hpp>

#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace at = allotype;

namespace {

#ifdef __CUDACC__
using wanted = at::any_of<at::H200, at::H100, at::cpu>;
#else
using wanted = at::any_of<at::cpu>;
#endif

constexpr int rows = 32, columns = 64, steps = 60;
constexpr double step = 0.2;        // time, where cells have the length 1 and sound the speed 1
constexpr double gravity = 0.0005;  // downwards

/// Mass in a cell, and its momentum along the wind and upwards.
struct cell {
  double mass, along, up;
};
ALLOTYPE_FN cell turned(cell const& of) { return {of.mass, of.up, of.along}; }

/// What flows from a cell to the next one along the wind, by the scheme of Rusanov.
ALLOTYPE_FN cell flow(cell const& from, cell const& to) {
  double const u = from.along / from.mass, v = to.along / to.mass, fastest = 1 + std::fmax(std::fabs(u), std::fabs(v));
  return {0.5 * (from.along + to.along - fastest * (to.mass - from.mass)),
          0.5 * (from.along * u + from.mass + to.along * v + to.mass - fastest * (to.along - from.along)),
          0.5 * (from.up * u + to.up * v - fastest * (to.up - from.up))};
}
/// A wall is a neighbour that moves the other way.
ALLOTYPE_FN cell mirrored(cell const& of) { return {of.mass, of.along, -of.up}; }

/// A cell one step later. `now(row, column)` is a cell.
template <class Now>
ALLOTYPE_FN cell later(Now const& now, int row, int column) {
  cell const here = now(row, column);
  cell const in = flow(now(row, (column + columns - 1) % columns), here);
  cell const out = flow(here, now(row, (column + 1) % columns));
  cell const below = turned(row > 0 ? now(row - 1, column) : mirrored(here));
  cell const above = turned(row < rows - 1 ? now(row + 1, column) : mirrored(here));
  cell const rises = turned(flow(below, turned(here))), leaves = turned(flow(turned(here), above));
  return {here.mass + step * (in.mass - out.mass + rises.mass - leaves.mass),
          here.along + step * (in.along - out.along + rises.along - leaves.along),
          here.up + step * (in.up - out.up + rises.up - leaves.up - gravity * here.mass)};
}

std::vector<cell> start() {
  std::vector<cell> cells;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      double const distance = std::hypot(row - rows / 2, column - columns / 3);
      double const mass = 1 + 0.5 * std::exp(-distance * distance / 20);
      cells.push_back({mass, 0.1 * mass, 0});
    }
  }
  return cells;
}

struct outcome {
  std::vector<cell> cells;
  double mass, along;  // of all cells
};

template <class A>
void advance(at::queue<A>& on, at::view<cell const, 2, A> now, at::view<cell, 2, A> next) {
  at::for_each(on, next.extents, [=] ALLOTYPE_FN(int row, int column) { next(row, column) = later(now, row, column); });
}
template <class A>
at::tuple<double, double> sums(at::queue<A>& on, at::view<cell const, 2, A> of) {
  return at::reduce(
      on, of.extents, at::tuple{0.0, 0.0}, at::elementwise{at::plus{}, at::plus{}},
      [=] ALLOTYPE_FN(int row, int column) { return at::tuple{of(row, column).mass, of(row, column).along}; });
}

constexpr auto weather = at::task<wanted>("weather", []<class A>(at::queue<A>& on, std::vector<cell> const& from) {
  at::extents const all{rows, columns};
  at::buffer now{on, from};
  at::buffer<cell, A> next{on, all};
  for (int i = 0; i < steps; ++i) {
    advance(on, std::as_const(now).view(on, all), next.view(on, all));
    std::swap(now, next);
  }
  auto const [mass, along] = sums(on, std::as_const(now).view(on, all));
  outcome result{std::vector<cell>(from.size()), mass, along};
  at::copy(on, now, result.cells);
  return result;
});

std::vector<cell> by_plain_loops(std::vector<cell> now) {
  std::vector<cell> next(now.size());
  for (int i = 0; i < steps; ++i) {
    auto const before = [&](int row, int column) { return now[static_cast<std::size_t>(row * columns + column)]; };
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        next[static_cast<std::size_t>(row * columns + column)] = later(before, row, column);
      }
    }
    std::swap(now, next);
  }
  return now;
}

}  // namespace

int main() {
  auto const from = start();
  auto const run = weather(from);
  auto const plain = by_plain_loops(from);
  double mass = 0, along = 0, difference = 0, fastest_fall = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    cell const &one = run.value().cells[i], &other = plain[i];
    mass += from[i].mass, along += from[i].along;
    difference = std::fmax(difference, std::fabs(one.mass - other.mass) + std::fabs(one.along - other.along) +
                                           std::fabs(one.up - other.up));
    fastest_fall = std::fmin(fastest_fall, one.up / one.mass);
  }
  double const lost = std::fabs(run.value().mass - mass) / mass, slower = std::fabs(run.value().along - along) / along;
  std::printf("%s: %d steps: mass %.3f, of which %.0e is lost, falls by %.3f at most, %.0e from plain loops\n",
              run.where(), steps, run.value().mass, lost, -fastest_fall, difference);
  return lost < 1e-13 && slower < 1e-12 && fastest_fall < -0.001 && difference < 1e-12 ? 0 : 1;  // NaN is not
}

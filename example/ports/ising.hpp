// SPDX-License-Identifier: BSL-1.0
// The Ising model: magnets on a torus of cells that point up or down, at a temperature. By the method of Metropolis a
// magnet turns with a probability that depends on its four neighbours. Cells of one colour of a chessboard turn at the
// same time.
//
// Each random number belongs to a cell and a step, so every backend has the same magnets, bit for bit. The mean energy
// is compared with Onsager's exact solution (L. Onsager, Phys. Rev. 65, 117, 1944).
#include <allotype/allotype.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

namespace at = allotype;

namespace {

#ifdef __CUDACC__
using wanted = at::any_of<at::H200, at::H100, at::cpu>;
#else
using wanted = at::any_of<at::cpu>;
#endif

constexpr int size = 64, warm_up = 100, measured = 100;
constexpr double temperature = 2.0;

/// How many neighbours of a cell point up.
template <class View>
ALLOTYPE_FN int neighbours_up(View const& spins, int row, int column) {
  int const above = row == 0 ? size - 1 : row - 1, below = row == size - 1 ? 0 : row + 1;
  int const left = column == 0 ? size - 1 : column - 1, right = column == size - 1 ? 0 : column + 1;
  return spins(above, column) + spins(below, column) + spins(row, left) + spins(row, right);
}

/// How many of a cell and its four neighbours agree with the cell.
template <class View>
ALLOTYPE_FN int agreeing(View const& spins, int row, int column) {
  int const up = neighbours_up(spins, row, column);
  return spins(row, column) == 1 ? up : 4 - up;
}

/// A chance for each cell of one colour to turn. `chance[k]` is the probability if `k` neighbours agree with it.
template <class A>
void turn(at::queue<A>& on, at::view<int, 2, A> spins, at::constant_table<float, 5> chance, at::philox random,
          unsigned long long step, int colour) {
  at::for_each(on, at::extents{size, size / 2}, [=] ALLOTYPE_FN(int row, int pair) {
    int const column = 2 * pair + (row + colour) % 2;
    auto const drawn = random(static_cast<unsigned>(row * size + column), step);
    if (drawn.uniform_float(0) < chance[agreeing(spins, row, column)]) spins(row, column) = 1 - spins(row, column);
  });
}

/// How many cells agree with 0, 1, 2, 3 and 4 of their neighbours.
template <class A>
std::vector<int> census(at::queue<A>& on, at::view<int, 2, A> spins) {
  at::buffer<int, A> counts{on, at::extents{5}};
  at::fill(on, counts, 0);
  auto const cells_with = counts.view(on, at::extents{5});
  at::for_each(on, at::extents{size, size}, [=] ALLOTYPE_FN(int row, int column) {
    at::atomic(cells_with(agreeing(spins, row, column))).fetch_add(1);
  });
  std::vector<int> result(5);
  at::copy(on, counts, result);
  return result;
}

/// The energy of all cells. Each pair of neighbours is counted from both ends; one that agrees has the energy -1,
/// else 1.
int energy_of(std::vector<int> const& cells_with) {
  int energy = 0;
  for (int agree = 0; agree <= 4; ++agree) energy += cells_with[static_cast<std::size_t>(agree)] * (2 - agree);
  return energy;
}

template <class A>
int cells_up(at::queue<A>& on, at::view<int, 2, A> spins) {
  return at::reduce(on, spins.extents, 0, at::plus{},
                    [=] ALLOTYPE_FN(int row, int column) { return spins(row, column); });
}

template <class A>
long long checksum_of(at::queue<A>& on, at::view<int, 2, A> spins) {
  return at::reduce(on, spins.extents, 0LL, at::plus{}, [=] ALLOTYPE_FN(int row, int column) {
    return static_cast<long long>(spins(row, column)) * (row * size + column);
  });
}

struct outcome {
  double energy;         // per cell, the mean of the measured steps
  double magnetisation;  // likewise
  long long checksum;    // of the magnets after the last step
};

constexpr auto ising = at::task<wanted>("ising", []<class A>(at::queue<A>& on, unsigned long long seed) {
  at::extents const cells{size, size};
  at::buffer<int, A> buffer{on, cells};
  at::fill(on, buffer, 1);
  auto const spins = buffer.view(on, cells);
  at::constant_table<float, 5> chance{};
  for (int agree = 0; agree <= 4; ++agree) {
    double const more_energy = 2.0 * (2 * agree - 4);  // of turning a cell that agrees with so many
    chance.values[agree] = more_energy <= 0 ? 1.0f : static_cast<float>(std::exp(-more_energy / temperature));
  }
  at::philox const random{seed};
  outcome result{};
  for (int step = 0; step < warm_up + measured; ++step) {
    for (int colour = 0; colour < 2; ++colour) turn(on, spins, chance, random, static_cast<unsigned>(step), colour);
    if (step < warm_up) continue;
    result.energy += static_cast<double>(energy_of(census(on, spins))) / (size * size) / measured;
    result.magnetisation += (2.0 * cells_up(on, spins) - size * size) / (size * size) / measured;
  }
  result.checksum = checksum_of(on, spins);
  return result;
});

/// The checksum on every backend.
constexpr long long known_checksum = 8066018;

/// Onsager's energy per cell of an infinite torus.
double exact_energy() {
  double const twice = 2 / temperature, k = 2 * std::sinh(twice) / (std::cosh(twice) * std::cosh(twice));
  double integral = 0;  // the complete elliptic integral of the first kind, by the midpoint rule
  constexpr int steps = 10000;
  double const half_pi = std::acos(0.0);
  for (int i = 0; i < steps; ++i) {
    double const sine = std::sin((i + 0.5) * half_pi / steps);
    integral += half_pi / steps / std::sqrt(1 - k * k * sine * sine);
  }
  double const t = std::tanh(twice);
  return -1 / t * (1 + (2 * t * t - 1) / half_pi * integral);
}
double exact_magnetisation() { return std::pow(1 - std::pow(std::sinh(2 / temperature), -4), 0.125); }

}  // namespace

int main() {
  auto const run = ising(2024);
  auto const [energy, magnetisation, checksum] = run.value();
  bool const right = std::fabs(energy - exact_energy()) < 0.03 &&
                     std::fabs(magnetisation - exact_magnetisation()) < 0.03 && checksum == known_checksum;
  std::printf("%s: energy %.4f (exact %.4f), magnetisation %.4f (exact %.4f), checksum %lld\n", run.where(), energy,
              exact_energy(), magnetisation, exact_magnetisation(), checksum);
  return right ? 0 : 1;
}

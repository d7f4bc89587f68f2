// SPDX-License-Identifier: BSL-1.0
// Programs written with ranges in blocks, on one CPU thread against plain loops over the same data:
// `bench_block_ranges` prints, for each, the best times and the median of the ratios of neighbouring measurements. Both
// have the same results, or the program fails.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <type_traits>
#include <utility>
#include <vector>

#include "../example/ports/binomial_kernel.hpp"
#include "../example/ports/spmv_kernels.hpp"

namespace {

using cpu = at::cpu;
bool all_right = true;

template <class F>
double seconds(F const& f) {
  auto const begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}
template <class T, class Ours, class Plain>
void compare(char const* name, at::queue<cpu>& on, at::buffer<T, cpu> const& result, std::vector<T> const& expected,
             Ours const& ours, Plain const& plain) {
  ours();
  plain();
  double best_of_ours = 1e9, best_of_plain = 1e9;
  std::vector<double> ratios;
  for (int i = 0; i < 21; ++i) {
    double const one = seconds(ours), other = seconds(plain);
    best_of_ours = std::min(best_of_ours, one), best_of_plain = std::min(best_of_plain, other);
    ratios.push_back(one / other);
  }
  std::vector<T> found(expected.size());
  at::copy(on, result, found);
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    largest = std::fmax(largest, std::fabs(static_cast<double>(expected[i])));
    difference = std::fmax(difference, std::fabs(static_cast<double>(found[i] - expected[i])));
  }
  bool const right = largest > 0 && difference <= 1e-5 * largest;
  all_right = all_right && right;
  std::sort(ratios.begin(), ratios.end());
  std::printf("| %-29s | %8.3f ms | %8.3f ms | %5.2f | %5.2f |%s\n", name, best_of_ours * 1e3, best_of_plain * 1e3,
              best_of_ours / best_of_plain, ratios[ratios.size() / 2], right ? "" : " wrong");
}

void sparse_rows(at::queue<cpu>& on) {
  constexpr int rows = 20000;
  std::vector<int> begin{0}, column;
  std::vector<double> value, x(rows, 1.5), y(rows);
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < 10 + row * 37 % 50; ++i) column.push_back((row + i * 7919) % rows), value.push_back(i % 9);
    begin.push_back(static_cast<int>(column.size()));
  }
  at::buffer const begins{on, begin}, columns{on, column};
  at::buffer const values{on, value}, by{on, x};
  at::buffer<double, cpu> result{on, at::extents{rows}};
  row_a_warp<cpu> const kernel{{begins.view(on), columns.view(on), values.view(on)}, by.view(on), result.view(on)};
  auto const plain = [&] {
    int const *const b = begin.data(), *const c = column.data();
    double const *const v = value.data(), *const of_x = x.data();
    for (int row = 0; row < rows; ++row) {
      double sum = 0;
      for (int k = b[row]; k < b[row + 1]; ++k) sum += v[k] * of_x[c[k]];
      y[static_cast<std::size_t>(row)] = sum;
    }
  };
  plain();
  compare(
      "sparse matrix, a row a warp", on, result, y,
      [&] { at::launch(on, at::grid<at::threads_per_block<256>>{(rows + 7) / 8}, kernel); }, plain);
}

void option_trees(at::queue<cpu>& on) {
  constexpr int steps = 1024;
  std::vector<option> options;
  for (int i = 0; i < 32; ++i) options.push_back({30.0 + 0.3 * i, 35, 1, 0.02, 0.25});
  std::vector<double> prices(options.size());
  at::buffer const of{on, options};
  at::buffer<double, cpu> result{on, at::extents{options.size()}};
  using tree = binomial_tree<steps, cpu>;
  tree const kernel{of.view(on), result.view(on)};
  // In one array, and in two that take turns as those of the kernel, whose threads read what others write.
  auto const plain = [&]<bool TakeTurns>(std::bool_constant<TakeTurns>) {
    for (std::size_t n = 0; n < options.size(); ++n) {
      option const o = options[n];
      double const step = o.years / steps, up = o.volatility * std::sqrt(step), growth = std::exp(o.rate * step);
      double const chance = (growth - std::exp(-up)) / (std::exp(up) - std::exp(-up));
      double const risen = chance / growth, fallen = (1 - chance) / growth;
      double arrays[TakeTurns ? 2 : 1][steps + 1];
      double* values = arrays[0];
      double* later = arrays[TakeTurns ? 1 : 0];
      for (int i = 0; i <= steps; ++i) {
        double const gain = o.price * std::exp(up * (2 * i - steps)) - o.strike;
        values[i] = gain > 0 ? gain : 0;
      }
      for (int nodes = steps; nodes > 0; --nodes) {
        for (int i = 0; i < nodes; ++i) later[i] = risen * values[i + 1] + fallen * values[i];
        std::swap(values, later);
      }
      prices[n] = values[0];
    }
  };
  plain(std::false_type{});
  using grid = at::grid<at::threads_per_block<256>, at::shared_memory_per_block<tree::shared_memory>>;
  auto const ours = [&] { at::launch(on, grid{32}, kernel); };
  compare("binomial trees", on, result, prices, ours, [&] { plain(std::false_type{}); });
  compare("binomial trees, in two arrays", on, result, prices, ours, [&] { plain(std::true_type{}); });
}

/// Energies of poses of a molecule beside another, as miniBUDE has them: atoms outside, poses inside.
struct atom {
  float x, y, z, charge;
};
constexpr int poses_of_a_block = 64;
ALLOTYPE_FN float energy_of(float x, float y, float z, atom const& a, atom const& b) {
  float const dx = x - b.x, dy = y - b.y, dz = z - b.z, squared = dx * dx + dy * dy + dz * dz;
  float const near = 64.0f - squared;
  return a.charge * b.charge * (near > 0 ? near : 0.0f);
}
struct energies_of_poses {
  at::view<atom const, 1, cpu> ligand, protein;
  at::view<float const, 2, cpu> poses;
  at::view<float, 1, cpu> energies;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int const first = block.index() * poses_of_a_block;
    auto energy = block.template per_thread<float>();
    auto x = block.template per_thread<float>(), y = block.template per_thread<float>(),
         z = block.template per_thread<float>();
    for (int l = 0; l < ligand.extents[0]; ++l) {
      atom const a = ligand(l);
      block.for_each_nowait(poses_of_a_block, [&](int p) {
        float const cosine = poses(0, first + p), sine = poses(1, first + p);
        x(p) = cosine * a.x - sine * a.y + poses(2, first + p);
        y(p) = sine * a.x + cosine * a.y + poses(3, first + p);
        z(p) = a.z + poses(4, first + p);
      });
      for (int k = 0; k < protein.extents[0]; ++k) {
        atom const& b = protein(k);
        block.for_each_nowait(poses_of_a_block, [&](int p) { energy(p) += energy_of(x(p), y(p), z(p), a, b); });
      }
    }
    block.for_each_nowait(poses_of_a_block, [&](int p) { energies(first + p) = energy(p); });
  }
};
void poses_of_a_molecule(at::queue<cpu>& on) {
  constexpr int blocks = 32, count = blocks * poses_of_a_block, ligand_atoms = 26, protein_atoms = 200;
  auto const coordinate = [](int i) { return static_cast<float>(i * 7919 % 97) / 10 - 4.8f; };
  std::vector<atom> ligand, protein;
  for (int i = 0; i < ligand_atoms; ++i)
    ligand.push_back({coordinate(i), coordinate(i + 31), coordinate(i + 57), coordinate(i + 3)});
  for (int i = 0; i < protein_atoms; ++i)
    protein.push_back({coordinate(2 * i), coordinate(i + 11), coordinate(i + 77), coordinate(i + 5)});
  std::vector<float> poses, energies(count);
  for (int i = 0; i < 5 * count; ++i) poses.push_back(coordinate(i) / 5);
  at::buffer const ligands{on, ligand}, proteins{on, protein};
  at::buffer const all_poses{on, poses};
  at::buffer<float, cpu> result{on, at::extents{count}};
  energies_of_poses const kernel{ligands.view(on), proteins.view(on), all_poses.view(on, at::extents{5, count}),
                                 result.view(on)};
  auto const plain = [&] {
    float const* const of = poses.data();
    for (int first = 0; first < count; first += poses_of_a_block) {
      float energy[poses_of_a_block]{}, x[poses_of_a_block], y[poses_of_a_block], z[poses_of_a_block];
      for (atom const& a : ligand) {
        for (int p = 0; p < poses_of_a_block; ++p) {
          int const i = first + p;
          float const cosine = of[i], sine = of[count + i];
          x[p] = cosine * a.x - sine * a.y + of[2 * count + i];
          y[p] = sine * a.x + cosine * a.y + of[3 * count + i];
          z[p] = a.z + of[4 * count + i];
        }
        for (atom const& b : protein) {
          for (int p = 0; p < poses_of_a_block; ++p) energy[p] += energy_of(x[p], y[p], z[p], a, b);
        }
      }
      for (int p = 0; p < poses_of_a_block; ++p) energies[static_cast<std::size_t>(first + p)] = energy[p];
    }
  };
  plain();
  compare(
      "poses of a molecule", on, result, energies,
      [&] { at::launch(on, at::grid<at::threads_per_block<poses_of_a_block>>{blocks}, kernel); }, plain);
}

/// A product of matrices, a tile a block.
constexpr int side = 16;
struct tiles {
  float a[side][side], b[side][side], sum[side][side];
};
struct multiply_tiles {
  at::view<float const, 2, cpu> a, b;
  at::view<float, 2, cpu> product;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int const n = a.extents[1], top = block.index() / (n / side) * side, left = block.index() % (n / side) * side;
    tiles& held = *block.template shared<tiles>();
    at::extents const tile{side, side};
    block.for_each(tile, [&](int row, int column) { held.sum[row][column] = 0; });
    for (int begin = 0; begin < n; begin += side) {
      block.for_each(tile, [&](int row, int column) {
        held.a[row][column] = a(top + row, begin + column);
        held.b[row][column] = b(begin + row, left + column);
      });
      block.for_each(tile, [&](int row, int column) {
        float sum = held.sum[row][column];
        for (int i = 0; i < side; ++i) sum += held.a[row][i] * held.b[i][column];
        held.sum[row][column] = sum;
      });
    }
    block.for_each_nowait(tile,
                          [&](int row, int column) { product(top + row, left + column) = held.sum[row][column]; });
  }
};
void tiled_product(at::queue<cpu>& on) {
  constexpr int n = 256;
  std::vector<float> first, second, product(n * n);
  for (int i = 0; i < n * n; ++i)
    first.push_back(static_cast<float>(i % 7)), second.push_back(static_cast<float>(i % 5));
  at::extents const plane{n, n};
  at::buffer const a{on, first}, b{on, second};
  at::buffer<float, cpu> result{on, plane};
  multiply_tiles const kernel{a.view(on, plane), b.view(on, plane), result.view(on, plane)};
  auto const plain = [&] {
    float const *const of_a = first.data(), *const of_b = second.data();
    float* const to = product.data();
    for (int top = 0; top < n; top += side) {
      for (int left = 0; left < n; left += side) {
        tiles held{};
        for (int begin = 0; begin < n; begin += side) {
          for (int row = 0; row < side; ++row) {
            for (int column = 0; column < side; ++column) {
              held.a[row][column] = of_a[(top + row) * n + begin + column];
              held.b[row][column] = of_b[(begin + row) * n + left + column];
            }
          }
          for (int row = 0; row < side; ++row) {
            for (int column = 0; column < side; ++column) {
              float sum = held.sum[row][column];
              for (int i = 0; i < side; ++i) sum += held.a[row][i] * held.b[i][column];
              held.sum[row][column] = sum;
            }
          }
        }
        for (int row = 0; row < side; ++row) {
          for (int column = 0; column < side; ++column) to[(top + row) * n + left + column] = held.sum[row][column];
        }
      }
    }
  };
  plain();
  using grid = at::grid<at::threads_per_block<side * side>, at::shared_memory_per_block<at::bytes{sizeof(tiles)}>>;
  compare(
      "product of matrices, by tiles", on, result, product,
      [&] { at::launch(on, grid{(n / side) * (n / side)}, kernel); }, plain);
}

template <class In, class Out>
struct count_in_blocks {
  In values;
  Out bins;
  int of_a_block;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const own = at::shared<int>(block);
    block.for_each(256, [&](int i) { own[i] = 0; });
    int const begin = block.index() * of_a_block, end = begin + of_a_block;
    block.for_each(at::box{{begin, end < values.extents[0] ? end : values.extents[0]}},
                   [&](int i) { at::atomic<at::memory_scope::block>(own[values(i)]).fetch_add(1); });
    block.for_each_nowait(256, [&](int i) { at::atomic(bins(i)).fetch_add(own[i]); });
  }
};
void histogram(at::queue<cpu>& on) {
  constexpr int n = 1 << 20, of_a_block = 1 << 16;
  std::vector<unsigned char> values(n);
  for (int i = 0; i < n; ++i) values[static_cast<std::size_t>(i)] = static_cast<unsigned char>(i * 2654435761U >> 24);
  std::vector<int> bins(256);
  at::buffer const of{on, values};
  at::buffer<int, cpu> result{on, at::extents{256}};
  auto const plain = [&] {
    bins.assign(256, 0);
    for (unsigned char value : values) ++bins[value];
  };
  plain();
  using grid = at::grid<at::threads_per_block<256>, at::shared_memory_per_block<at::bytes{256 * sizeof(int)}>>;
  compare(
      "histogram", on, result, bins,
      [&] {
        at::fill(on, result, 0);
        at::launch(on, grid{n / of_a_block}, count_in_blocks{of.view(on), result.view(on), of_a_block});
      },
      plain);
}

/// A blur by tiles, first along rows and then along columns: what a tile reads and what it has in between are arrays
/// with names.
constexpr int radius = 4, tile_rows = 16, tile_columns = 64;
struct with_halo : at::shared_array<float[tile_rows + 2 * radius][tile_columns + 2 * radius]> {};
struct blurred_rows : at::shared_array<float[tile_rows + 2 * radius][tile_columns]> {};
struct blur_tile {
  at::view<float const, 2, cpu> from;
  at::view<float, 2, cpu> to;
  at::constant_table<float, 2 * radius + 1> weight;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto& held = at::shared<with_halo>(block);
    auto& across = at::shared<blurred_rows>(block);
    int const rows = from.extents[0], columns = from.extents[1];
    int const top = block.index(0) * tile_rows, left = block.index(1) * tile_columns;
    block.for_each(at::extents{tile_rows + 2 * radius, tile_columns + 2 * radius}, [&](int r, int c) {
      int const row = top + r - radius, column = left + c - radius;
      held[r][c] = from(row < 0       ? 0
                        : row >= rows ? rows - 1
                                      : row,
                        column < 0          ? 0
                        : column >= columns ? columns - 1
                                            : column);
    });
    block.for_each(at::extents{tile_rows + 2 * radius, tile_columns}, [&](int r, int c) {
      float sum = 0;
      for (int k = 0; k <= 2 * radius; ++k) sum += weight[k] * held[r][c + k];
      across[r][c] = sum;
    });
    int const height = rows - top < tile_rows ? rows - top : tile_rows;
    int const width = columns - left < tile_columns ? columns - left : tile_columns;
    block.for_each_nowait(at::extents{height, width}, [&](int r, int c) {
      float sum = 0;
      for (int k = 0; k <= 2 * radius; ++k) sum += weight[k] * across[r + k][c];
      to(top + r, left + c) = sum;
    });
  }
};
[[gnu::noinline]] void blur_by_tiles(float const* from, float* to, float const* weight, int rows, int columns) {
  for (int top = 0; top < rows; top += tile_rows) {
    for (int left = 0; left < columns; left += tile_columns) {
      float held[tile_rows + 2 * radius][tile_columns + 2 * radius], across[tile_rows + 2 * radius][tile_columns];
      for (int r = 0; r < tile_rows + 2 * radius; ++r) {
        for (int c = 0; c < tile_columns + 2 * radius; ++c) {
          int const row = std::clamp(top + r - radius, 0, rows - 1);
          held[r][c] = from[row * columns + std::clamp(left + c - radius, 0, columns - 1)];
        }
      }
      for (int r = 0; r < tile_rows + 2 * radius; ++r) {
        for (int c = 0; c < tile_columns; ++c) {
          float sum = 0;
          for (int k = 0; k <= 2 * radius; ++k) sum += weight[k] * held[r][c + k];
          across[r][c] = sum;
        }
      }
      for (int r = 0; r < std::min(rows - top, tile_rows); ++r) {
        for (int c = 0; c < std::min(columns - left, tile_columns); ++c) {
          float sum = 0;
          for (int k = 0; k <= 2 * radius; ++k) sum += weight[k] * across[r + k][c];
          to[(top + r) * columns + left + c] = sum;
        }
      }
    }
  }
}
void blur(at::queue<cpu>& on) {
  int const rows = 813, columns = 1330;
  std::vector<float> data, blurred(static_cast<std::size_t>(rows) * columns);
  for (int i = 0; i < rows * columns; ++i) data.push_back(static_cast<float>(i * 7919LL % 101) / 100);
  at::extents const plane{rows, columns};
  at::buffer const from{on, data};
  at::buffer<float, cpu> result{on, plane};
  at::constant_table<float, 2 * radius + 1> const weight{.03f, .07f, .12f, .18f, .2f, .18f, .12f, .07f, .03f};
  auto const plain = [&] { blur_by_tiles(data.data(), blurred.data(), weight.values, rows, columns); };
  plain();
  using grid = at::grid<at::threads_per_block<4, 64>, at::shared_arrays<with_halo, blurred_rows>>;
  blur_tile const kernel{from.view(on, plane), result.view(on, plane), weight};
  at::extents const blocks{(rows + tile_rows - 1) / tile_rows, (columns + tile_columns - 1) / tile_columns};
  compare("blur, in arrays with names", on, result, blurred, [&] { at::launch(on, grid{blocks}, kernel); }, plain);
}

/// Cholesky's factors of small matrices, eight lanes for each. A view has its sizes while the program runs; a kernel
/// that states them, as a loop by hand may, lets the compiler know them.
constexpr int order = 8;
template <bool Known>
struct factor_matrices {
  at::view<float, 3, cpu> all;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto const groups = at::subgroups<order>(block);
    int const first = block.index() * groups.count();
    groups.for_each_nowait(groups.count(), [&](auto const& group, int i) {
      if (first + i >= all.extents[0]) return;
      auto a = all.subview(first + i);
      if constexpr (Known) a.extents = {order, order};
      int const n = a.extents[0];
      for (int j = 0; j < n; ++j) {
        group.single([&] { a(j, j) = std::sqrt(a(j, j)); });
        group.for_each(at::box{{j + 1, n}}, [&](int r) { a(r, j) /= a(j, j); });
        group.for_each(at::box{{j + 1, n}}, [&](int r) {
          for (int c = j + 1; c <= r; ++c) a(r, c) -= a(r, j) * a(c, j);
        });
      }
    });
  }
};
[[gnu::always_inline]] inline void factor_by_hand(float* a, int n) {
  for (int j = 0; j < n; ++j) {
    a[j * n + j] = std::sqrt(a[j * n + j]);
    for (int r = j + 1; r < n; ++r) a[r * n + j] /= a[j * n + j];
    for (int r = j + 1; r < n; ++r) {
      for (int c = j + 1; c <= r; ++c) a[r * n + c] -= a[r * n + j] * a[c * n + j];
    }
  }
}
template <bool Known>
void factors(at::queue<cpu>& on, char const* name) {
  constexpr int count = 1003;
  int const volatile stated = order;
  int const n = Known ? order : stated;
  std::vector<float> start, factored(static_cast<std::size_t>(count) * order * order);
  for (int i = 0; i < count * order * order; ++i) {
    int const row = i / order % order, column = i % order;
    start.push_back(row == column ? 20.0f : static_cast<float>((row + 1) * (column + 1) % 7) / 8);
  }
  at::buffer<float, cpu> result{on, start};
  auto const view = result.view(on, at::extents{count, n, n});
  auto const plain = [&] {
    std::copy(start.begin(), start.end(), factored.begin());
    for (int i = 0; i < count; ++i) factor_by_hand(factored.data() + i * order * order, Known ? order : n);
  };
  plain();
  using grid = at::grid<at::threads_per_block<128>>;
  compare(
      name, on, result, factored,
      [&] {
        at::copy(on, start, result);
        at::launch(on, grid{(count + 15) / 16}, factor_matrices<Known>{view});
      },
      plain);
}

}  // namespace

int main() {
  at::queue<cpu> on;
  std::puts("| program | ranges | plain loops | best / best | median of ratios |\n|---|---|---|---|---|");
  sparse_rows(on);
  option_trees(on);
  poses_of_a_molecule(on);
  tiled_product(on);
  histogram(on);
  blur(on);
  factors<false>(on, "factors, sizes while running");
  factors<true>(on, "factors, sizes in the code");
  return all_right ? 0 : 1;
}

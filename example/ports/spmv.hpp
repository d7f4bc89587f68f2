// SPDX-License-Identifier: BSL-1.0
// A sparse matrix times a vector in three forms: a row is the work of a thread, of a warp or of a block. The numbers
// are small and whole, so each form has the same result on every backend, bit for bit.
#include <cstdio>
#include <vector>

#include "spmv_kernels.hpp"

namespace {

#ifdef __CUDACC__
using wanted = at::any_of<at::H200, at::H100, at::cpu>;
#else
using wanted = at::any_of<at::cpu>;
#endif

constexpr int rows = 700;

struct matrix {
  std::vector<int> begin{0}, column;
  std::vector<double> value;
};
/// Rows of 0 to 90 elements, and one of 2000.
matrix some_matrix() {
  matrix a;
  for (int row = 0; row < rows; ++row) {
    int const length = row == 123 ? 2000 : row * 37 % 91;
    for (int i = 0; i < length; ++i) {
      a.column.push_back((row * 13 + i * 7) % rows);
      a.value.push_back((row + i) % 9 - 4);
    }
    a.begin.push_back(static_cast<int>(a.column.size()));
  }
  return a;
}
std::vector<double> some_vector() {
  std::vector<double> x;
  for (int i = 0; i < rows; ++i) x.push_back(i % 11 - 5);
  return x;
}

struct products {
  std::vector<double> by_thread, by_warp, by_block;
};

template <class A>
std::vector<double> on_host(at::queue<A>& on, at::buffer<double, A> const& y) {
  std::vector<double> result(rows);
  at::copy(on, y, result);
  return result;
}

constexpr auto spmv =
    at::task<wanted>("spmv", []<class A>(at::queue<A>& on, matrix const& of, std::vector<double> const& by) {
      at::buffer const begin{on, of.begin}, column{on, of.column};
      at::buffer const value{on, of.value}, x{on, by};
      at::buffer<double, A> y{on, at::extents{rows}};
      compressed_rows<A> const a{begin.view(on), column.view(on), value.view(on)};
      products result;
      at::for_each(on, at::extents{rows}, row_a_thread<A>{a, x.view(on), y.view(on)});
      result.by_thread = on_host(on, y);
      constexpr int warps_of_a_block = 8;
      at::launch(
          on, at::grid<at::threads_per_block<32 * warps_of_a_block>>{(rows + warps_of_a_block - 1) / warps_of_a_block},
          row_a_warp<A>{a, x.view(on), y.view(on)});
      result.by_warp = on_host(on, y);
      at::launch(on, at::grid<at::threads_per_block<128>>{rows}, row_a_block<A>{a, x.view(on), y.view(on)});
      result.by_block = on_host(on, y);
      return result;
    });

std::vector<double> multiplied(matrix const& a, std::vector<double> const& x) {
  std::vector<double> y(rows);
  for (std::size_t row = 0; row < y.size(); ++row) {
    for (auto k = static_cast<std::size_t>(a.begin[row]); k < static_cast<std::size_t>(a.begin[row + 1]); ++k) {
      y[row] += a.value[k] * x[static_cast<std::size_t>(a.column[k])];
    }
  }
  return y;
}

}  // namespace

int main() {
  auto const a = some_matrix();
  auto const x = some_vector(), right = multiplied(a, x);
  auto const run = spmv(a, x);
  auto const& [by_thread, by_warp, by_block] = run.value();
  bool const all_right = by_thread == right && by_warp == right && by_block == right;
  std::printf("%s: %d rows, %zu elements: %s\n", run.where(), rows, a.value.size(), all_right ? "right" : "wrong");
  return all_right ? 0 : 1;
}

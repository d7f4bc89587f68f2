// SPDX-License-Identifier: BSL-1.0
// Twelve kernels of the suite RAJAPerf, under its names, each beside a plain loop. The numbers are small and whole or
// multiples of powers of two, so each result is the same on every backend, bit for bit.
#include <allotype/allotype.hpp>
#include <allotype/multi_reduce.hpp>
#include <allotype/sort.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>
#include <vector>

namespace at = allotype;

namespace {

#ifdef __CUDACC__
using wanted = at::any_of<at::H200, at::H100, at::cpu>;
#else
using wanted = at::any_of<at::cpu>;
#endif

constexpr int n = 1000, edge = 24, bins = 10, taps = 16;
using numbers = std::vector<double>;
std::size_t at_index(int i) { return static_cast<std::size_t>(i); }

/// Whole numbers from 0 to `most - 1`.
numbers some(int count, int seed, int most) {
  numbers x;
  for (int i = 0; i < count; ++i) x.push_back((i + seed) * 7919 % 1009 % most);
  return x;
}
template <class A, class T>
numbers on_host(at::queue<A>& on, at::buffer<T, A> const& from) {
  std::vector<T> found(at_index(static_cast<int>(from.size())));
  at::copy(on, from, found);
  return numbers(found.begin(), found.end());
}

struct kernel {
  char const* name;
  numbers found, by_plain_loop;
};

/// `y = y + a x`
template <class A>
kernel daxpy(at::queue<A>& on) {
  numbers const from = some(n, 1, 50);
  numbers plain = some(n, 2, 50);
  at::buffer const xs{on, from};
  at::buffer ys{on, plain};
  auto const x = xs.view(on);
  auto const y = ys.view(on);
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int i) { y(i) += 0.5 * x(i); });
  for (int i = 0; i < n; ++i) plain[at_index(i)] += 0.5 * from[at_index(i)];
  return {"DAXPY", on_host(on, ys), plain};
}

/// The larger root of each `x² + b x + c`, or 0.
ALLOTYPE_FN double root(double b, double c) {
  double const under = b * b - 4 * c;
  return under >= 0 ? (std::floor(std::sqrt(under)) - b) / 2 : 0;
}
template <class A>
kernel if_quad(at::queue<A>& on) {
  numbers const linear = some(n, 3, 20), constant = some(n, 4, 40);
  numbers plain;
  at::buffer const bs{on, linear}, cs{on, constant};
  at::buffer<double, A> roots{on, at::extents{n}};
  auto const b = bs.view(on), c = cs.view(on);
  auto const to = roots.view(on);
  at::for_each(on, to.extents, [=] ALLOTYPE_FN(int i) { to(i) = root(b(i), c(i)); });
  for (int i = 0; i < n; ++i) plain.push_back(root(linear[at_index(i)], constant[at_index(i)]));
  return {"IF_QUAD", on_host(on, roots), plain};
}

/// The indices of negative numbers, in their order.
template <class A>
kernel indexlist(at::queue<A>& on) {
  numbers const from = some(n, 5, 9);
  at::buffer const xs{on, from};
  at::buffer<int, A> list{on, at::extents{n}};
  at::fill(on, list, 0);
  auto const x = xs.view(on);
  auto const found = at::copy_if(on, at::extents{n}, list, [=] ALLOTYPE_FN(int i) { return x(i) < 4; });
  numbers plain, of_list = on_host(on, list);
  for (int i = 0; i < n; ++i) {
    if (from[at_index(i)] < 4) plain.push_back(i);
  }
  of_list.resize(static_cast<std::size_t>(found));
  return {"INDEXLIST", of_list, plain};
}

/// A sum, the least and the largest, in one pass.
template <class A>
kernel reduce3_int(at::queue<A>& on) {
  numbers const from = some(n, 6, 900);
  at::buffer const xs{on, std::vector<int>(from.begin(), from.end())};
  auto const x = xs.view(on);
  auto const [sum, least, largest] =
      at::reduce(on, x.extents, at::tuple{0, 1 << 30, -1}, at::elementwise{at::plus{}, at::minimum{}, at::maximum{}},
                 [=] ALLOTYPE_FN(int i) { return at::tuple{x(i), x(i), x(i)}; });
  numbers plain{0, 1e9, -1};
  for (double const one : from) {
    plain[0] += one, plain[1] = std::fmin(plain[1], one), plain[2] = std::fmax(plain[2], one);
  }
  return {"REDUCE3_INT", {double(sum), double(least), double(largest)}, plain};
}

/// A fragment of hydrodynamics: each element from two neighbours of another array.
template <class A>
kernel hydro_1d(at::queue<A>& on) {
  numbers const ys = some(n, 7, 30), zs = some(n + 12, 8, 30);
  numbers plain;
  at::buffer const first{on, ys}, second{on, zs};
  at::buffer<double, A> result{on, at::extents{n}};
  auto const y = first.view(on), z = second.view(on);
  auto const x = result.view(on);
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int i) { x(i) = 2 + y(i) * (0.5 * z(i + 10) + 0.25 * z(i + 11)); });
  for (int i = 0; i < n; ++i) {
    plain.push_back(2 + ys[at_index(i)] * (0.5 * zs[at_index(i + 10)] + 0.25 * zs[at_index(i + 11)]));
  }
  return {"HYDRO_1D", on_host(on, result), plain};
}

/// The place of the first of the least.
template <class A>
kernel first_min(at::queue<A>& on) {
  numbers const from = some(n, 9, 500);
  at::buffer const x{on, from};
  double const found = static_cast<double>(at::min_element(on, x));
  int place = 0;
  for (int i = 1; i < n; ++i) {
    if (from[at_index(i)] < from[at_index(place)]) place = i;
  }
  return {"FIRST_MIN", {found}, {double(place)}};
}

/// A product of two matrices, added to a third.
template <class A>
kernel gemm(at::queue<A>& on) {
  numbers const left = some(edge * edge, 10, 9), right = some(edge * edge, 11, 9);
  numbers plain = some(edge * edge, 12, 9);
  at::extents const square{edge, edge};
  at::buffer const as{on, left}, bs{on, right};
  at::buffer cs{on, plain};
  auto const a = as.view(on, square), b = bs.view(on, square);
  auto const c = cs.view(on, square);
  at::for_each(on, square, [=] ALLOTYPE_FN(int row, int column) {
    double sum = 2 * c(row, column);
    for (int k = 0; k < edge; ++k) sum += 0.5 * a(row, k) * b(k, column);
    c(row, column) = sum;
  });
  for (int i = 0; i < edge * edge; ++i) {
    double& sum = plain[at_index(i)];
    sum *= 2;
    for (int k = 0; k < edge; ++k)
      sum += 0.5 * left[at_index(i / edge * edge + k)] * right[at_index(k * edge + i % edge)];
  }
  return {"GEMM", on_host(on, cs), plain};
}

/// Two steps by the mean of a point and its four neighbours, inside the boundary.
template <class A>
kernel jacobi_2d(at::queue<A>& on) {
  numbers plain = some(edge * edge, 13, 64);
  at::extents const square{edge, edge};
  at::buffer from{on, plain}, to{on, plain};
  for (int step = 0; step < 2; ++step) {
    auto const a = std::as_const(from).view(on, square);
    auto const b = to.view(on, square);
    at::for_each(on, at::box{{1, edge - 1}, {1, edge - 1}}, [=] ALLOTYPE_FN(int row, int column) {
      b(row, column) =
          0.25 * (a(row, column) + a(row - 1, column) + a(row + 1, column) + a(row, column - 1) + a(row, column + 1));
    });
    std::swap(from, to);
    numbers const before = plain;
    for (int row = 1; row < edge - 1; ++row) {
      for (int i = row * edge + 1; i < row * edge + edge - 1; ++i) {
        plain[at_index(i)] = 0.25 * (before[at_index(i)] + before[at_index(i - edge)] + before[at_index(i + edge)] +
                                     before[at_index(i - 1)] + before[at_index(i + 1)]);
      }
    }
  }
  return {"JACOBI_2D", on_host(on, from), plain};
}

/// A filter with 16 coefficients.
template <class A>
kernel fir(at::queue<A>& on) {
  numbers const from = some(n + taps, 14, 40);
  at::constant_table<double, taps> weights{};
  for (int k = 0; k < taps; ++k) weights.values[k] = k % 4 == 0 ? 3 : -1;
  at::buffer const in{on, from};
  at::buffer<double, A> out{on, at::extents{n}};
  auto const x = in.view(on);
  auto const y = out.view(on);
  at::for_each(on, y.extents, [=] ALLOTYPE_FN(int i) {
    double sum = 0;
    for (int k = 0; k < taps; ++k) sum += weights[k] * x(i + k);
    y(i) = sum;
  });
  numbers plain(n);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < taps; ++k) plain[at_index(i)] += weights.values[k] * from[at_index(i + k)];
  }
  return {"FIR", on_host(on, out), plain};
}

/// How often each number occurs.
template <class A>
kernel histogram(at::queue<A>& on) {
  numbers const from = some(n, 15, bins);
  at::buffer const xs{on, std::vector<int>(from.begin(), from.end())};
  at::buffer<int, A> counts{on, at::extents{bins}};
  at::fill(on, counts, 0);
  auto const x = xs.view(on);
  at::multi_reduce(on, x.extents, counts, at::plus{}, [=] ALLOTYPE_FN(int i) { return at::indexed{1, x(i)}; });
  numbers plain(bins);
  for (double const one : from) plain[static_cast<std::size_t>(one)] += 1;
  return {"HISTOGRAM", on_host(on, counts), plain};
}

/// The sum of all elements before each.
template <class A>
kernel scan(at::queue<A>& on) {
  numbers const from = some(n, 16, 70);
  numbers plain(n);
  at::buffer const in{on, from};
  at::buffer<double, A> out{on, at::extents{n}};
  at::exclusive_scan(on, in, out, 0.0);
  std::exclusive_scan(from.begin(), from.end(), plain.begin(), 0.0);
  return {"SCAN", on_host(on, out), plain};
}

/// Numbers in order; a number's value moves with it, and equal numbers keep their order.
template <class A>
kernel sortpairs(at::queue<A>& on) {
  numbers const from = some(n, 17, 300);
  std::vector<int> places(n);
  std::iota(places.begin(), places.end(), 0);
  at::buffer keys{on, from};
  at::buffer values{on, places};
  at::sort_by_key(on, keys, values);
  std::sort(places.begin(), places.end(),
            [&](int a, int b) { return std::pair(from[at_index(a)], a) < std::pair(from[at_index(b)], b); });
  return {"SORTPAIRS", on_host(on, values), numbers(places.begin(), places.end())};
}

constexpr auto suite = at::task<wanted>("suite", []<class A>(at::queue<A>& on) {
  return std::vector<kernel>{daxpy(on), if_quad(on),   indexlist(on), reduce3_int(on), hydro_1d(on), first_min(on),
                             gemm(on),  jacobi_2d(on), fir(on),       histogram(on),   scan(on),     sortpairs(on)};
});

}  // namespace

int main() {
  auto const run = suite();
  int right = 0;
  for (kernel const& each : run.value()) {
    if (each.found == each.by_plain_loop && !each.found.empty()) {
      ++right;
    } else {
      std::printf("%s: another result than the plain loop\n", each.name);
    }
  }
  std::printf("%s: %d of %zu kernels have the results of plain loops\n", run.where(), right, run.value().size());
  return right == 12 ? 0 : 1;
}

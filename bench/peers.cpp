// SPDX-License-Identifier: BSL-1.0
// Loops and algorithms of this library beside the others that do the same: raw loops, the C++ library (with
// std::execution::par under OpenMP), oneTBB, Boost.Sort and Kokkos. One source for each compiler, with OpenMP and
// without. A line of JSON a row: the contenders take turns, and the best time of each counts. All must have the same
// result.
//   bench_peers_serial [--seconds S] [--up-to SIZE] [--kernel NAME]
#include <allotype/allotype.hpp>
#include <allotype/sort.hpp>

#include <boost/sort/sort.hpp>
#include <boost/sort/spreadsort/integer_sort.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "peers.hpp"

#ifdef BENCH_TBB
#  include <tbb/blocked_range.h>
#  include <tbb/parallel_for.h>
#  include <tbb/parallel_reduce.h>

#  include <execution>
#endif

#ifdef _OPENMP
#  define IN_PARALLEL(pragma) _Pragma(pragma)
#else
#  define IN_PARALLEL(pragma)
#endif
// The C++ library's algorithms use as many threads as the others do.
#if defined(_OPENMP) && defined(BENCH_TBB)
#  define STD_POLICY std::execution::par,
constexpr char std_name[] = "std::execution::par";
#else
#  define STD_POLICY
constexpr char std_name[] = "std";
#endif

namespace at = allotype;

namespace {

#ifdef _OPENMP
constexpr bool parallel = true;
#else
constexpr bool parallel = false;
#endif

using clock_type = std::chrono::steady_clock;
double seconds_a_row = 0.1;
std::string_view only;  ///< the kernel that is measured; all if it is empty
constexpr double behind = 1.02;
constexpr int attempts = 4;  ///< a row that is behind is measured so often
bool all_right = true;

/// `run(times)` calls the contender so often.
struct contender {
  std::string name;
  std::function<void(int times)> run;
};
template <class F>
contender named(std::string name, F const& f) {
  return {std::move(name), [f](int times) {
            for (int i = 0; i < times; ++i) {
              f();
              asm volatile("" ::: "memory");
            }
          }};
}

double seconds(contender const& of, int times) {
  auto const begin = clock_type::now();
  of.run(times);
  return std::chrono::duration<double>(clock_type::now() - begin).count();
}
/// So many calls that they take 0.4 ms.
int calls_of(contender const& of) {
  int times = 1;
  while (times < (1 << 22) && seconds(of, times) < 4e-4) times *= 2;
  return times;
}

/// What a call left, which is cleared for the next.
template <class T>
std::vector<double> taken(T* from, long long n) {
  std::vector<double> const found(from, from + n);
  std::fill(from, from + n, T{});
  return found;
}

/// Ours is the first. `result` takes what was left.
void compare(char const* kernel, long long size, std::function<std::vector<double>()> const& result,
             std::vector<contender> const& all) {
  if (!only.empty() && only != kernel) return;
  (void)result();
  all[0].run(1);
  auto const right = result();
  std::vector<int> times;
  for (auto const& each : all) {
    each.run(1);
    if (result() != right) {
      all_right = false;
      std::fprintf(stderr, "peers: %s, size %lld: %s has another result than %s\n", kernel, size, each.name.c_str(),
                   all[0].name.c_str());
    }
    times.push_back(calls_of(each));
    (void)result();
  }
  std::vector<double> best(all.size(), 1e9);
  std::size_t peer = 1;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    auto const begin = clock_type::now();
    // A row that is behind is measured longer: a loop tries its slower way again after about a hundred of its calls.
    std::size_t const least = attempt == 0 ? 5 : 20;
    for (std::size_t round = 0;
         round < least || clock_type::now() - begin < std::chrono::duration<double>(seconds_a_row); ++round) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        std::size_t const which = (i + round) % all.size();
        // The contender before may have left the data in other processors' caches.
        if (times[which] > 1) all[which].run(1);
        best[which] = std::min(best[which], seconds(all[which], times[which]) / times[which]);
      }
      if (seconds_a_row == 0) break;
    }
    peer = static_cast<std::size_t>(std::min_element(best.begin() + 1, best.end()) - best.begin());
    if (best[0] <= behind * best[peer] || seconds_a_row == 0) break;
  }
  std::printf(R"({"kernel": "%s", "size": %lld, "ours": %.2f, "best": "%s", "theirs": %.2f})"
              "\n",
              kernel, size, best[0] * 1e9, all[peer].name.c_str(), best[peer] * 1e9);
  std::fflush(stdout);
}

// Each contender is a function of its own, so that none is merged with the loop that measures it. All take the same
// arguments: g++ puts views that are passed by value on the stack, nine instructions for two of them.
#define RAW [[gnu::noinline]]
RAW void raw_copy(int n, double* a, double const* b) {
  IN_PARALLEL("omp parallel for") for (int i = 0; i < n; ++i) a[i] = b[i];
}
RAW void raw_mul(int n, double* a, double const* b) {
  IN_PARALLEL("omp parallel for") for (int i = 0; i < n; ++i) a[i] = 3.0 * b[i];
}
RAW void raw_add(int n, double* a, double const* b, double const* c) {
  IN_PARALLEL("omp parallel for") for (int i = 0; i < n; ++i) a[i] = b[i] + c[i];
}
RAW void raw_triad(int n, double* a, double const* b, double const* c) {
  IN_PARALLEL("omp parallel for") for (int i = 0; i < n; ++i) a[i] = b[i] + 3.0 * c[i];
}
RAW double raw_dot(int n, double const* b, double const* c) {
  double sum = 0;
  IN_PARALLEL("omp parallel for reduction(+ : sum)") for (int i = 0; i < n; ++i) sum += b[i] * c[i];
  return sum;
}
RAW double raw_dot_in_any_order(int n, double const* b, double const* c) {
  double sum = 0;
#ifdef _OPENMP
#  pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += b[i] * c[i];
#else
  double sums[8]{};
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    for (int k = 0; k < 8; ++k) sums[k] += b[i + k] * c[i + k];
  }
  for (; i < n; ++i) sum += b[i] * c[i];
  for (double const part : sums) sum += part;
#endif
  return sum;
}
RAW std::array<double, 3> raw_three(int n, double const* b) {
  double sum = 0, least = 1e300, largest = -1e300;
  IN_PARALLEL("omp parallel for reduction(+ : sum) reduction(min : least) reduction(max : largest)")
  for (int i = 0; i < n; ++i) {
    sum += b[i];
    least = b[i] < least ? b[i] : least;
    largest = b[i] > largest ? b[i] : largest;
  }
  return {sum, least, largest};
}
RAW int raw_place_of_least(int n, double const* b) {
  int place = 0;
#ifdef _OPENMP
#  pragma omp parallel
  {
    int mine = 0;
#  pragma omp for nowait
    for (int i = 0; i < n; ++i) {
      if (b[i] < b[mine]) mine = i;
    }
#  pragma omp critical
    if (b[mine] < b[place] || (b[mine] == b[place] && mine < place)) place = mine;
  }
#else
  double least = b[0];
  for (int i = 1; i < n; ++i) {
    if (b[i] < least) least = b[i], place = i;
  }
#endif
  return place;
}
RAW void raw_scan(int n, int const* from, int* to) {
  int sum = 0;
  for (int i = 0; i < n; ++i) to[i] = sum += from[i];
}
RAW long long raw_copy_if(int n, double const* b, double* a) {
  long long found = 0;
  for (int i = 0; i < n; ++i) {
    if (b[i] > 500) a[found++] = b[i];
  }
  return found;
}
/// Writes one element past those that it takes: `a` has room for it.
RAW long long raw_copy_if_without_branch(int n, double const* b, double* a) {
  long long found = 0;
  for (int i = 0; i < n; ++i) {
    a[found] = b[i];
    found += b[i] > 500;
  }
  return found;
}
RAW long long raw_count_if(int n, double const* b) {
  long long found = 0;
  IN_PARALLEL("omp parallel for reduction(+ : found)") for (int i = 0; i < n; ++i) found += b[i] > 500;
  return found;
}
RAW void raw_histogram(int n, int const* x, int* bins) {
#ifdef _OPENMP
#  pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int& bin = bins[x[i] & 255];
#  pragma omp atomic
    ++bin;
  }
#else
  for (int i = 0; i < n; ++i) ++bins[x[i] & 255];
#endif
}
RAW void raw_stencil(int edge, double* a, double const* b) {
  IN_PARALLEL("omp parallel for") for (int row = 1; row < edge - 1; ++row) {
    for (int column = 1; column < edge - 1; ++column) {
      int const here = row * edge + column;
      a[here] = 0.25 * (b[here - edge] + b[here + edge] + b[here - 1] + b[here + 1]);
    }
  }
}
RAW void raw_stencil_3d(int edge, double* a, double const* b) {
  int const plane = edge * edge;
  IN_PARALLEL("omp parallel for") for (int x = 1; x < edge - 1; ++x) {
    for (int y = 1; y < edge - 1; ++y) {
      for (int z = 1; z < edge - 1; ++z) {
        int const here = x * plane + y * edge + z;
        a[here] =
            0.125 * (b[here - plane] + b[here + plane] + b[here - edge] + b[here + edge] + b[here - 1] + b[here + 1]);
      }
    }
  }
}
RAW void raw_columns(int edge, double* a, double const* b) {
  IN_PARALLEL("omp parallel for") for (int column = 0; column < edge; ++column) {
    for (int row = 0; row < edge; ++row) a[column * edge + row] = b[column * edge + row];
  }
}
RAW void raw_part(int edge, double* a, double const* b) {
  IN_PARALLEL("omp parallel for") for (int row = 1; row < edge - 1; ++row) {
    for (int column = 1; column < edge - 1; ++column) a[row * edge + column] = 2 * b[row * edge + column] + 1;
  }
}
RAW void raw_transposition(int edge, double* a, double const* b) {
  IN_PARALLEL("omp parallel for") for (int row = 0; row < edge; ++row) {
    for (int column = 0; column < edge; ++column) a[column * edge + row] = b[row * edge + column];
  }
}
RAW void raw_transposition_by_tiles(int edge, double* a, double const* b) {
  constexpr int tile = 16;
  IN_PARALLEL("omp parallel for") for (int top = 0; top < edge; top += tile) {
    for (int left = 0; left < edge; left += tile) {
      int const bottom = std::min(top + tile, edge), right = std::min(left + tile, edge);
      for (int row = top; row < bottom; ++row) {
        for (int column = left; column < right; ++column) a[column * edge + row] = b[row * edge + column];
      }
    }
  }
}

using queue = at::queue<at::cpu>;
template <class T>
using line = at::view<T, 1, at::cpu>;
template <class T>
using square = at::view<T, 2, at::cpu>;
template <class T>
using cube = at::view<T, 3, at::cpu>;

RAW void our_copy(queue& on, int n, double* to, double const* x) {
  line<double> const a{to, n};
  line<double const> const b{x, n};
  at::for_each(on, a.extents, [=] ALLOTYPE_FN(int i) { a(i) = b(i); });
}
RAW void our_mul(queue& on, int n, double* to, double const* x) {
  line<double> const a{to, n};
  line<double const> const b{x, n};
  at::for_each(on, a.extents, [=] ALLOTYPE_FN(int i) { a(i) = 3.0 * b(i); });
}
RAW void our_add(queue& on, int n, double* to, double const* x, double const* y) {
  line<double> const a{to, n};
  line<double const> const b{x, n}, c{y, n};
  at::for_each(on, a.extents, [=] ALLOTYPE_FN(int i) { a(i) = b(i) + c(i); });
}
RAW void our_triad(queue& on, int n, double* to, double const* x, double const* y) {
  line<double> const a{to, n};
  line<double const> const b{x, n}, c{y, n};
  at::for_each(on, a.extents, [=] ALLOTYPE_FN(int i) { a(i) = b(i) + 3.0 * c(i); });
}
template <class Op>
RAW double our_dot(queue& on, int n, double const* x, double const* y, Op const& op) {
  line<double const> const b{x, n}, c{y, n};
  return at::reduce(on, b.extents, 0.0, op, [=] ALLOTYPE_FN(int i) { return b(i) * c(i); });
}
RAW std::array<double, 3> our_three(queue& on, int n, double const* from) {
  line<double const> const b{from, n};
  auto const [sum, least, largest] = at::reduce(on, b.extents, at::tuple{0.0, 1e300, -1e300},
                                                at::elementwise{at::plus{}, at::minimum{}, at::maximum{}},
                                                [=] ALLOTYPE_FN(int i) { return at::tuple{b(i), b(i), b(i)}; });
  return {sum, least, largest};
}
RAW int our_place_of_least(queue& on, int n, double const* from) {
  line<double const> const b{from, n};
  return at::reduce(on, b.extents, at::indexed{1e300, n}, at::arg_minimum{},
                    [=] ALLOTYPE_FN(int i) { return at::indexed{b(i), i}; })
      .index;
}
struct over_500 {
  ALLOTYPE_FN bool operator()(double x) const { return x > 500; }
};
RAW void our_histogram(queue& on, int n, int const* from, int* to) {
  line<int const> const x{from, n};
  line<int> const bins{to, 256};
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int i) { at::atomic(bins(x(i) & 255)).fetch_add(1); });
}
RAW void our_histogram_in_queue(queue& on, int n, int const* from, int* to) {
  line<int const> const x{from, n};
  line<int> const bins{to, 256};
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int i) { at::atomic_in_queue<at::cpu>(bins(x(i) & 255)).fetch_add(1); });
}
RAW void our_stencil(queue& on, int edge, double* to, double const* from) {
  square<double> const a{to, {edge, edge}};
  square<double const> const b{from, {edge, edge}};
  at::for_each(on, at::box{{1, edge - 1}, {1, edge - 1}}, [=] ALLOTYPE_FN(int row, int column) {
    a(row, column) = 0.25 * (b(row - 1, column) + b(row + 1, column) + b(row, column - 1) + b(row, column + 1));
  });
}
RAW void our_stencil_3d(queue& on, int edge, double* to, double const* from) {
  cube<double> const a{to, {edge, edge, edge}};
  cube<double const> const b{from, {edge, edge, edge}};
  at::for_each(on, at::box{{1, edge - 1}, {1, edge - 1}, {1, edge - 1}}, [=] ALLOTYPE_FN(int x, int y, int z) {
    a(x, y, z) =
        0.125 * (b(x - 1, y, z) + b(x + 1, y, z) + b(x, y - 1, z) + b(x, y + 1, z) + b(x, y, z - 1) + b(x, y, z + 1));
  });
}
RAW void our_part(queue& on, int edge, double* to, double const* from) {
  square<double> const a{to, {edge, edge}};
  square<double const> const b{from, {edge, edge}};
  auto const inner = a.part(at::box{{1, edge - 1}, {1, edge - 1}});
  auto const read = b.part(at::box{{1, edge - 1}, {1, edge - 1}});
  at::for_each(on, inner.extents,
               [=] ALLOTYPE_FN(int row, int column) { inner(row, column) = 2 * read(row, column) + 1; });
}
RAW void our_transposition(queue& on, int edge, double* to, double const* from) {
  at::view<double, 2, at::cpu, int, at::column_major> const a{to, {edge, edge}};
  square<double const> const b{from, {edge, edge}};
  at::for_each(on, a.extents, [=] ALLOTYPE_FN(int row, int column) { a(row, column) = b(row, column); });
}
RAW void our_columns(queue& on, int edge, double* to, double const* from) {
  at::view<double, 2, at::cpu, int, at::column_major> const a{to, {edge, edge}};
  at::view<double const, 2, at::cpu, int, at::column_major> const b{from, {edge, edge}};
  at::for_each(
      on, a.extents, [=] ALLOTYPE_FN(int row, int column) { a(row, column) = b(row, column); },
      at::first_index_fastest{});
}
RAW long long our_copy_if(queue& on, int n, double const* from, double* to) {
  return at::copy_if(on, line<double const>{from, n}, line<double>{to, n}, over_500{});
}
RAW long long our_count_if(queue& on, int n, double const* from) {
  return at::count_if(on, line<double const>{from, n}, over_500{});
}
RAW void our_scan(queue& on, int n, int const* from, int* to) {
  at::inclusive_scan(on, line<int const>{from, n}, line<int>{to, n});
}

RAW void std_triad(int n, double* a, double const* b, double const* c) {
  std::transform(STD_POLICY b, b + n, c, a, [](double x, double y) { return x + 3.0 * y; });
}
RAW double std_dot(int n, double const* b, double const* c) {
  return std::transform_reduce(STD_POLICY b, b + n, c, 0.0);
}
RAW long long std_place_of_least(int n, double const* b) { return std::min_element(STD_POLICY b, b + n) - b; }
RAW void std_scan(int n, int const* from, int* to) { std::inclusive_scan(STD_POLICY from, from + n, to); }
RAW long long std_copy_if(int n, double const* b, double* a) {
  return std::copy_if(STD_POLICY b, b + n, a, over_500{}) - a;
}
RAW long long std_count_if(int n, double const* b) { return std::count_if(STD_POLICY b, b + n, over_500{}); }

#ifdef BENCH_TBB
RAW void tbb_triad(int n, double* a, double const* b, double const* c) {
  static tbb::static_partitioner const evenly;
  tbb::parallel_for(
      tbb::blocked_range<int>(0, n),
      [=](tbb::blocked_range<int> const& part) {
        for (int i = part.begin(); i < part.end(); ++i) a[i] = b[i] + 3.0 * c[i];
      },
      evenly);
}
RAW double tbb_dot(int n, double const* b, double const* c) {
  static tbb::static_partitioner const evenly;
  return tbb::parallel_reduce(
      tbb::blocked_range<int>(0, n), 0.0,
      [=](tbb::blocked_range<int> const& part, double sum) {
        for (int i = part.begin(); i < part.end(); ++i) sum += b[i] * c[i];
        return sum;
      },
      std::plus<double>(), evenly);
}
#endif

/// Adds what is built only with another library, or on one thread alone.
struct contenders {
  std::vector<contender> all;
  template <class F>
  contenders& with(std::string name, F const& f) {
    all.push_back(named(std::move(name), f));
    return *this;
  }
  template <class F>
  contenders& with_kokkos([[maybe_unused]] F const& f) {
#ifdef BENCH_KOKKOS
    if (!parallel) all.push_back(named("Kokkos", f));
#endif
    return *this;
  }
};

/// The numbers are whole, so that sums in every order are equal.
struct memory {
  queue& on;
  int n, edge, cube_edge;
  at::buffer<double, at::cpu> a{on, at::extents{n + 1}}, b{on, at::extents{n + 1}}, c{on, at::extents{n + 1}};
  at::buffer<int, at::cpu> x{on, at::extents{n}}, y{on, at::extents{n}}, bins{on, at::extents{256}};

  explicit memory(queue& of, int size)
      : on(of), n(size), edge(static_cast<int>(std::sqrt(size))), cube_edge(static_cast<int>(std::cbrt(size) + 1e-9)) {
    unsigned state = 12345;
    auto const random = [&state] { return state = state * 1664525u + 1013904223u, static_cast<int>(state >> 8); };
    for (int i = 0; i <= n; ++i) {
      a.data()[i] = 0;
      b.data()[i] = random() % 1000;
      c.data()[i] = random() % 10;
    }
    for (int i = 0; i < n; ++i) x.data()[i] = random();
    at::fill(on, bins, 0);
  }
};

void loops(memory& on) {
  queue& q = on.on;
  int const n = on.n;
  double *const a = on.a.data(), *const b = on.b.data(), *const c = on.c.data();
  double sum = 0;
  auto const of_a = [=] { return taken(a, n); };
  auto const of_sum = [&sum] { return taken(&sum, 1); };

  contenders copy, mul, add, triad, dot, any_order;
  copy.with("allotype", [=, &q] { our_copy(q, n, a, b); }).with("raw loop", [=] { raw_copy(n, a, b); });
  copy.with_kokkos([=] { by_kokkos::copy(n, a, b); });
  compare("copy", n, of_a, copy.all);
  mul.with("allotype", [=, &q] { our_mul(q, n, a, b); }).with("raw loop", [=] { raw_mul(n, a, b); });
  compare("mul", n, of_a, mul.all);
  add.with("allotype", [=, &q] { our_add(q, n, a, b, c); }).with("raw loop", [=] { raw_add(n, a, b, c); });
  compare("add", n, of_a, add.all);
  triad.with("allotype", [=, &q] { our_triad(q, n, a, b, c); }).with("raw loop", [=] { raw_triad(n, a, b, c); });
  triad.with(std_name, [=] { std_triad(n, a, b, c); });
  triad.with_kokkos([=] { by_kokkos::triad(n, a, b, c); });
#ifdef BENCH_TBB
  if (parallel) triad.with("oneTBB", [=] { tbb_triad(n, a, b, c); });
#endif
  compare("triad", n, of_a, triad.all);

  dot.with("allotype", [=, &q, &sum] { sum = our_dot(q, n, b, c, at::plus{}); });
  dot.with("raw loop", [=, &sum] { sum = raw_dot(n, b, c); });
  dot.with_kokkos([=, &sum] { sum = by_kokkos::dot(n, b, c); });
#ifdef BENCH_TBB
  if (parallel) dot.with("oneTBB", [=, &sum] { sum = tbb_dot(n, b, c); });
#endif
  compare("dot", n, of_sum, dot.all);
  any_order.with("allotype", [=, &q, &sum] { sum = our_dot(q, n, b, c, at::reassociated{at::plus{}}); });
  any_order.with("raw loop", [=, &sum] { sum = raw_dot_in_any_order(n, b, c); });
  any_order.with(std_name, [=, &sum] { sum = std_dot(n, b, c); });
  compare("dot, reassociated", n, of_sum, any_order.all);

  std::array<double, 3> three{};
  auto const of_three = [&three] { return taken(three.data(), 3); };
  contenders threes, least;
  threes.with("allotype", [=, &q, &three] { three = our_three(q, n, b); });
  threes.with("raw loop", [=, &three] { three = raw_three(n, b); });
  threes.with_kokkos([=, &three] { three = by_kokkos::three(n, b); });
  compare("sum, least, largest", n, of_three, threes.all);
  least.with("allotype", [=, &q, &sum] { sum = our_place_of_least(q, n, b); });
  least.with("raw loop", [=, &sum] { sum = raw_place_of_least(n, b); });
  least.with(std_name, [=, &sum] { sum = static_cast<double>(std_place_of_least(n, b)); });
  compare("place of the least", n, of_sum, least.all);
}

void algorithms(memory& on) {
  queue& q = on.on;
  int const n = on.n;
  double *const a = on.a.data(), *const b = on.b.data();
  int *const x = on.x.data(), *const y = on.y.data(), *const bins = on.bins.data();
  double found = 0;
  auto const of_found = [&found] { return taken(&found, 1); };
  auto const of_y = [=] { return taken(y, n); };

  contenders scan, copied, counted, histogram, in_queue;
  scan.with("allotype", [=, &q] { our_scan(q, n, x, y); }).with("raw loop", [=] { raw_scan(n, x, y); });
  scan.with(std_name, [=] { std_scan(n, x, y); });
  scan.with_kokkos([=] { by_kokkos::inclusive_scan(n, x, y); });
  compare("inclusive_scan", n, of_y, scan.all);

  auto const of_copied = [=, &found] { return taken(a, static_cast<long long>(found)); };
  copied.with("allotype", [=, &q, &found] { found = static_cast<double>(our_copy_if(q, n, b, a)); });
  copied.with("raw loop", [=, &found] { found = static_cast<double>(raw_copy_if(n, b, a)); });
  copied.with("raw loop, no branch", [=, &found] { found = static_cast<double>(raw_copy_if_without_branch(n, b, a)); });
  copied.with(std_name, [=, &found] { found = static_cast<double>(std_copy_if(n, b, a)); });
  compare("copy_if", n, of_copied, copied.all);
  counted.with("allotype", [=, &q, &found] { found = static_cast<double>(our_count_if(q, n, b)); });
  counted.with("raw loop", [=, &found] { found = static_cast<double>(raw_count_if(n, b)); });
  counted.with(std_name, [=, &found] { found = static_cast<double>(std_count_if(n, b)); });
  compare("count_if", n, of_found, counted.all);

  auto const of_bins = [=] { return taken(bins, 256); };
  histogram.with("allotype", [=, &q] { our_histogram(q, n, x, bins); }).with("raw loop", [=] {
    raw_histogram(n, x, bins);
  });
  compare("histogram by atomics", n, of_bins, histogram.all);
  in_queue.with("allotype", [=, &q] { our_histogram_in_queue(q, n, x, bins); });
  in_queue.with("raw loop", [=] { raw_histogram(n, x, bins); });
  compare("histogram, one queue's", n, of_bins, in_queue.all);
}

/// The same elements in 32 orders, a call each in turn: so a processor learns no branch from the calls before.
class shuffled {
 public:
  shuffled(int n, double const* from) : n_(n) {
    std::mt19937 random(12345);
    std::vector<double> elements(from, from + n);
    for (int order = 0; order < orders; ++order) {
      std::shuffle(elements.begin(), elements.end(), random);
      all_.insert(all_.end(), elements.begin(), elements.end());
    }
  }
  double const* next() { return all_.data() + n_ * (turn_++ % orders); }

 private:
  static constexpr int orders = 32;
  int n_, turn_ = 0;
  std::vector<double> all_;
};

/// Rows that say whether another one is fast by what a processor has learned of its elements.
void with_branches(memory& on) {
  queue& q = on.on;
  int const n = on.n;
  double* const a = on.a.data();
  shuffled b(n, on.b.data());
  double found = 0;
  std::array<double, 3> three{};

  contenders copied, threes;
  copied.with("allotype", [=, &q, &b, &found] { found = static_cast<double>(our_copy_if(q, n, b.next(), a)); });
  copied.with("raw loop", [=, &b, &found] { found = static_cast<double>(raw_copy_if(n, b.next(), a)); });
  copied.with("raw loop, no branch",
              [=, &b, &found] { found = static_cast<double>(raw_copy_if_without_branch(n, b.next(), a)); });
  compare("copy_if, shuffled each call", n, [&found] { return taken(&found, 1); }, copied.all);
  threes.with("allotype", [=, &q, &b, &three] { three = our_three(q, n, b.next()); });
  threes.with("raw loop", [=, &b, &three] { three = raw_three(n, b.next()); });
  compare("sum, least, largest, shuffled", n, [&three] { return taken(three.data(), 3); }, threes.all);
}

void squares(memory& on) {
  queue& q = on.on;
  int const n = on.n, edge = on.edge, cube_edge = on.cube_edge;
  double *const a = on.a.data(), *const b = on.b.data();
  auto const of_a = [=] { return taken(a, edge * edge); };
  contenders stencil, stencil_3d, part, transposition, columns;
  stencil.with("allotype", [=, &q] { our_stencil(q, edge, a, b); }).with("raw loop", [=] { raw_stencil(edge, a, b); });
  stencil.with_kokkos([=] { by_kokkos::stencil(edge, a, b); });
  compare("stencil, 2-D", n, of_a, stencil.all);
  if (cube_edge > 2) {
    stencil_3d.with("allotype", [=, &q] { our_stencil_3d(q, cube_edge, a, b); });
    stencil_3d.with("raw loop", [=] { raw_stencil_3d(cube_edge, a, b); });
    compare("stencil, 3-D", n, of_a, stencil_3d.all);
  }
  part.with("allotype", [=, &q] { our_part(q, edge, a, b); }).with("raw loop", [=] { raw_part(edge, a, b); });
  compare("a part of a square", n, of_a, part.all);

  at::buffer<double, at::cpu> to{q, at::extents{edge * edge}}, from{q, at::extents{edge * edge}};
  double *const there = to.data(), *const here = from.data();
  std::copy(b, b + edge * edge, here);
  std::fill(there, there + edge * edge, 0);
  auto const of_there = [=] { return taken(there, edge * edge); };
  transposition.with("allotype", [=, &q] { our_transposition(q, edge, there, here); });
  transposition.with("raw loop", [=] { raw_transposition(edge, there, here); });
  transposition.with("raw loop by tiles", [=] { raw_transposition_by_tiles(edge, there, here); });
  transposition.with_kokkos([=] { by_kokkos::transposition(edge, there, here); });
  compare("transposition", n, of_there, transposition.all);
  columns.with("allotype", [=, &q] { our_columns(q, edge, there, here); });
  columns.with("raw loop", [=] { raw_columns(edge, there, here); });
  compare("columns to columns", n, of_there, columns.all);
}

/// Each call copies the numbers first, as a sort changes them.
void sorts(memory& on, char const* kernel) {
  queue& q = on.on;
  int const n = on.n;
  int const* const x = on.x.data();
  int* const y = on.y.data();
  auto const bytes = static_cast<std::size_t>(n) * sizeof(int);
  contenders sort;
  sort.with("allotype", [=, &q, &on] { std::memcpy(y, x, bytes), at::sort(q, on.y); });
  auto const by = [&](char const* name, auto const& f) {
    sort.with(name, [=] { std::memcpy(y, x, bytes), f(y, y + n); });
  };
  by(std_name, [](int* begin, int* end) { std::sort(STD_POLICY begin, end); });
  by("pdqsort", [](int* begin, int* end) { boost::sort::pdqsort_branchless(begin, end); });
  by("spreadsort", [](int* begin, int* end) { boost::sort::spreadsort::integer_sort(begin, end); });
  if (parallel) by("block_indirect_sort", [](int* begin, int* end) { boost::sort::block_indirect_sort(begin, end); });
  compare(kernel, n, [=] { return taken(y, n); }, sort.all);
}

}  // namespace

int main(int count, char** arguments) {
  int up_to = 10'000'000;
  for (int i = 1; i < count; i += 2) {
    std::string_view const option = arguments[i];
    bool const known = option == "--seconds" || option == "--up-to" || option == "--kernel";
    double const value = i + 1 == count ? -1 : option == "--kernel" ? 0 : std::atof(arguments[i + 1]);
    if (!known || value < 0) {
      std::fprintf(
          stderr,
          "peers: %s: valid are --seconds S, for each row, and --up-to SIZE, a number each, and --kernel NAME, "
          "as the table has it\n",
          arguments[i]);
      return 2;
    }
    if (option == "--seconds") seconds_a_row = value;
    if (option == "--up-to") up_to = static_cast<int>(value);
    if (option == "--kernel") only = arguments[i + 1];
  }
#ifdef BENCH_KOKKOS
  by_kokkos::begin();
#endif
  queue on;
  for (int const n : {10, 1000, 100'000, 10'000'000}) {
    if (n > up_to) break;
    memory of(on, n);
    loops(of);
    algorithms(of);
    if (n <= 1000) with_branches(of);
    squares(of);
    sorts(of, "sort");
    std::sort(of.x.data(), of.x.data() + n);
    sorts(of, "sort of what is sorted");
  }
  return all_right ? 0 : 1;
}

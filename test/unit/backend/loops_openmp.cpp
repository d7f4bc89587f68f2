// SPDX-License-Identifier: BSL-1.0
#include <allotype/allotype.hpp>
#include <allotype/sort.hpp>

#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "catch.hpp"

namespace at = allotype;
using at::mode_detail::loop_cost;
using at::mode_detail::loop_way;

namespace {

/// A machine on which loops are not run: what they would take is told to a `loop_cost`. Times are in nanoseconds.
struct invented_machine {
  int threads = 2;
  double region = 1000, clock = 40;
  double slower_beside_others = 1;  ///< an index, when all threads work
  bool triangular = false;          ///< the last index takes longest, and the first hardly any time
  double late = 0;                  ///< other work takes a thread's processor for so long in the next loop on all

  loop_cost cost{};
  double time = 0;
  int calls = 0, on_threads = 0, measured = 0;

  double alone(long long count, double index) const { return static_cast<double>(count) * index; }
  double share(long long count, double index) const {
    return static_cast<double>((count + threads - 1) / threads) * index * slower_beside_others *
           (triangular ? 2 - 1. / threads : 1);
  }
  double best(long long count, double index) const {
    return std::min(alone(count, index), share(count, index) + region);
  }

  void loop(long long count, double index) {
    ++calls;
    if (cost.below_threshold(count)) {
      time += alone(count, index);
      return;
    }
    auto const way = cost.next(count);
    measured += way.measured;
    if (way.threads) {
      ++on_threads;
      double const busy = share(count, index) + late + (way.measured ? clock : 0);
      double const whole = busy + region + (way.measured ? clock : 0);
      if (way.measured) {
        double const of_all = alone(count, index) * slower_beside_others + late + threads * clock;
        cost.ran_shared(count, threads, busy, of_all, whole);
      }
      time += whole;
      late = 0;
    } else {
      double const whole = alone(count, index) + clock;
      cost.ran_alone(count, whole);
      time += whole + clock;
    }
  }
  void loops(int times, long long count, double index) {
    for (int i = 0; i < times; ++i) loop(count, index);
  }
  void forget() { time = 0, calls = on_threads = measured = 0; }
};

}  // namespace

TEST_CASE("loops of every size and cost take at most a tenth longer than the better way") {
  double worst = 0;
  int const threads = GENERATE(2, 8, 64);
  double const region = GENERATE(800., 8000.);
  double const slower = GENERATE(1., 1.4);
  bool const triangular = GENERATE(false, true);
  for (double const index : {0.05, 1., 10., 100., 1000.}) {
    for (long long const count : {1, 2, 3, 10, 30, 100, 300, 1000, 2000, 3000, 10000, 100000}) {
      invented_machine machine{threads, region, 20, slower, triangular};
      machine.loops(1000, count, index);  // to learn
      machine.forget();
      machine.loops(10000, count, index);
      double const time = machine.time / machine.calls, best = machine.best(count, index);
      if (time <= best + 0.2) continue;  // in nanoseconds: less than an instruction
      CAPTURE(threads, region, slower, triangular, index, count);
      CHECK(time <= 1.1 * best);
      worst = std::max(worst, time / best);
    }
  }
  CHECK(worst > 1);  // some of them were compared
}

TEST_CASE("the first loops of a kernel run on all threads") {
  invented_machine machine;
  machine.loop(16, 1e6);
  CHECK(machine.on_threads == 1);
  CHECK(machine.time < 1.1 * machine.best(16, 1e6));
}

TEST_CASE("a thread that other work delays in a trial does not decide it") {
  invented_machine machine;
  machine.region = 1e5;  // a busy machine
  machine.loops(100, 10, 1e4);
  machine.region = 1000;
  machine.forget();
  while (machine.on_threads == 0 && machine.calls < 100000) machine.loop(10, 1e4);
  REQUIRE(machine.on_threads == 1);
  bool const last = GENERATE(false, true);
  if (last) machine.loop(10, 1e4);
  machine.late = 5e6;
  machine.loops(last ? 1 : 2, 10, 1e4);
  machine.forget();
  machine.loops(100, 10, 1e4);
  CAPTURE(last);
  CHECK(machine.on_threads == 100);
}

TEST_CASE("what short loops cost on threads does not keep long ones on one thread") {
  invented_machine machine;
  for (int i = 0; i < 1000; ++i) {
    machine.late = 5000;
    machine.loop(1000, 1);
  }
  machine.late = 0;
  machine.forget();
  machine.loops(20, 1000000, 1);
  CHECK(machine.on_threads == 20);
}

TEST_CASE("a loop of one index runs on the calling thread") {
  invented_machine machine;
  machine.loops(100, 1, 1e6);
  machine.loops(100, 0, 0);
  CHECK(machine.on_threads == 0);
  CHECK(machine.measured == 0);
}

TEST_CASE("short loops hardly look at the clock") {
  invented_machine machine;
  machine.loops(100000, 2, 1);
  CHECK(machine.measured < 300);
  CHECK(machine.on_threads < 10);
}

TEST_CASE("long loops run on all threads, all of them") {
  invented_machine machine;
  machine.loops(1000, 100000, 10);
  CHECK(machine.on_threads == 1000);
}

TEST_CASE("a kernel whose cost changes gets threads when it is worth it, and loses them") {
  invented_machine machine;
  machine.loops(10000, 1000, 1);
  machine.forget();
  machine.loops(100, 1000, 1000);
  CHECK(machine.on_threads >= 85);  // a clock that takes 1 % of the time looks at one loop of a microsecond in 15
  machine.forget();
  machine.loops(1000, 1000, 1);
  CHECK(machine.on_threads <= 50);

  // Two indices may differ by any factor.
  machine.loops(10000, 2, 1);
  machine.forget();
  machine.loops(2000, 2, 1e6);
  CHECK(machine.on_threads >= 900);
}

TEST_CASE("of a kernel whose loops are long and short by turns, the long ones run on all threads") {
  int const turns = GENERATE(2, 3, 5);
  CAPTURE(turns);
  invented_machine machine;
  int long_loops = 0, long_on_threads = 0;
  for (int i = 0; i < 1000; ++i) {
    bool const long_one = i % turns == 0;
    int const before = machine.on_threads;
    machine.loop(100, long_one ? 10000 : 1);
    if (long_one) {
      ++long_loops;
      long_on_threads += machine.on_threads - before;
    }
  }
  CHECK(long_on_threads >= 9 * long_loops / 10);
}

TEST_CASE("a loop that was interrupted changes the way for a few loops") {
  long long const count = GENERATE(10, 100000);
  CAPTURE(count);
  invented_machine machine;
  machine.loops(1000, count, 1);
  auto const interrupted_alone = [&] { machine.cost.ran_alone(count, 4e6); };
  auto const share = static_cast<double>(count) / 2;
  auto const interrupted_on_threads = [&] { machine.cost.ran_shared(count, 2, share, 2 * share, 8e6); };
  auto const interrupted_share = [&] { machine.cost.ran_shared(count, 2, 4e6, 4e6 + share, 4.001e6); };
  for (int kind = 0; kind < 3; ++kind) {
    kind == 0 ? interrupted_alone() : kind == 1 ? interrupted_on_threads() : interrupted_share();
    machine.loops(50, count, 1);
    machine.forget();
    machine.loops(1000, count, 1);
    CAPTURE(kind);
    CHECK(machine.time < 1.1 * 1000 * machine.best(count, 1) + 1000);
  }
}

TEST_CASE("where threads are always late, as on a busy machine, loops of microseconds run on the calling thread") {
  invented_machine machine;
  machine.loops(1000, 10000, 1);
  machine.forget();
  machine.region = 1e7;
  machine.loops(2000, 10000, 1);
  CHECK(machine.on_threads < 30);
  machine.region = 1000;
  machine.loops(20000, 10000, 1);
  machine.forget();
  machine.loops(1000, 10000, 1);
  CHECK(machine.on_threads > 900);
}

namespace {

loop_way const alone{false, true}, together{true, true};

/// The calls of a kernel that counts them, at each index.
template <class Extents>
struct count_calls {
  int* calls;
  Extents over;
  template <class... Index>
  void operator()(Index... index) const {
    int const indices[] = {index...};
    int position = 0;
    for (int dimension = 0; dimension < Extents::dimensions(); ++dimension)
      position = position * over[dimension] + indices[dimension];
    ++calls[position];
  }
};

template <int Dimensions, class Index, class Kernel>
void run_for_each_as(loop_way way, loop_cost& cost, at::extents<Dimensions, Index> const& over, Kernel const& kernel) {
  at::mode_detail::shared_for_each<Dimensions, Index, sizeof(Kernel), alignof(Kernel)> const loop(
      over, &kernel, &at::mode_detail::share_of_kernel<Dimensions, Index, Kernel>);
  at::mode_detail::run_loop(way, cost, over.size(), omp_get_max_threads(), loop);
}

template <class Extents>
bool each_once(loop_way way, Extents const& over) {
  std::vector<int> calls(static_cast<std::size_t>(over.size()));
  loop_cost cost;
  run_for_each_as(way, cost, over, count_calls<Extents>{calls.data(), over});
  return std::count(calls.begin(), calls.end(), 1) == over.size();
}

struct one_over {
  float operator()(int i) const { return 1.0f / static_cast<float>(1 + i); }
  float operator()(int row, int column) const { return (*this)(7 * row + column); }
};

template <class Op, class Extents>
float sum(loop_way way, int shares, Op const& op, Extents const& over) {
  loop_cost cost;
  return at::mode_detail::run_reduce_as(way, cost, shares, over, 0.5f, op, one_over{});
}

template <class Start>
std::vector<float> scan(loop_way way, int shares, Start const& start, std::vector<float> const& values) {
  loop_cost cost;
  std::vector<float> scanned(values.size());
  auto const value = [&](long long i) { return values[static_cast<std::size_t>(i)]; };
  auto const store = [&](long long i, float sum) { scanned[static_cast<std::size_t>(i)] = sum; };
  at::mode_detail::run_scan_as(way, cost, shares, static_cast<long long>(values.size()), start, at::plus{}, value,
                               store);
  return scanned;
}

}  // namespace

TEST_CASE("each index is visited once, alone or on threads") {
  omp_set_num_threads(GENERATE(1, 2, 3, 7));
  loop_way const way = GENERATE(alone, together);
  at::queue<at::cpu> on;
  for (int n : {0, 1, 2, 3, 10, 1000}) {
    CAPTURE(n, way.threads);
    CHECK(each_once(way, at::extents{n}));
    CHECK(each_once(way, at::extents{3, n}));
    CHECK(each_once(way, at::extents{n, 2, 3}));
    CHECK(each_once(way, at::extents{2, 1, n, 3}));
  }
}

TEST_CASE("each index is visited once, however the loop is run in the end") {
  omp_set_num_threads(3);
  at::queue<at::cpu> on;
  bool once = true;
  std::vector<int> calls(3000);
  for (int i = 0; i < 3000; ++i) {
    int const n = i % 7 * 400;
    std::fill(calls.begin(), calls.end(), 0);
    at::for_each(on, at::extents{n}, count_calls<at::extents<1>>{calls.data(), {n}});
    once = once && std::count(calls.begin(), calls.end(), 1) == n;
  }
  CHECK(once);
}

TEST_CASE("a sum has the same bits alone, on threads and within another region") {
  int const shares = GENERATE(1, 2, 3, 7, 100);
  omp_set_num_threads(shares);
  at::queue<at::cpu> on;
  for (int n : {0, 1, 2, 3, 10, 1000, 10007}) {
    CAPTURE(shares, n);
    at::extents const line{n};
    at::extents const plane{3, n};
    float const by_one = sum(alone, shares, at::plus{}, line);
    CHECK(sum(together, shares, at::plus{}, line) == by_one);
    CHECK(sum(together, shares, at::reassociated{at::plus{}}, line) ==
          sum(alone, shares, at::reassociated{at::plus{}}, line));
    CHECK(sum(together, shares, at::plus{}, plane) == sum(alone, shares, at::plus{}, plane));
    for (int i = 0; i < 10; ++i) CHECK(at::reduce(on, line, 0.5f, at::plus{}, one_over{}) == by_one);
    float within = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    within = at::reduce(on, line, 0.5f, at::plus{}, one_over{});
    CHECK(within == by_one);
  }
}

TEST_CASE("a scan has the same bits alone, on threads and within another region") {
  int const shares = GENERATE(1, 2, 3, 7, 100);
  omp_set_num_threads(shares);
  at::queue<at::cpu> on;
  for (int n : {1, 2, 3, 10, 1000, 10007}) {
    CAPTURE(shares, n);
    std::vector<float> values;
    for (int i = 0; i < n; ++i) values.push_back(one_over{}(i));
    at::buffer<float, at::cpu> const from{on, values};
    at::buffer<float, at::cpu> to{on, at::extents{n}};
    std::vector<float> scanned(values.size());
    auto const is_now = [&](std::vector<float> const& expected) {
      at::copy(on, to, scanned);
      return scanned == expected;
    };
    auto const with = scan(alone, shares, at::mode_detail::start_with_first<float>{}, values);
    auto const without = scan(alone, shares, at::mode_detail::start_with<float>{0.5f}, values);
    CHECK(scan(together, shares, at::mode_detail::start_with_first<float>{}, values) == with);
    CHECK(scan(together, shares, at::mode_detail::start_with<float>{0.5f}, values) == without);
    for (int i = 0; i < 10; ++i) {
      at::inclusive_scan(on, from, to);
      CHECK(is_now(with));
      at::exclusive_scan(on, from, to, 0.5f);
      CHECK(is_now(without));
    }
#pragma omp parallel num_threads(2)
#pragma omp single
    at::inclusive_scan(on, from, to);
    CHECK(is_now(with));
  }
}

TEST_CASE("numbers are sorted alone and on threads, and equal ones stay in order") {
  omp_set_num_threads(GENERATE(1, 2, 3, 7));
  loop_way const way = GENERATE(alone, together);
  at::queue<at::cpu> on;  // its threads
  for (int n : {0, 1, 2, 3, 17, 1000, 10007}) {
    CAPTURE(n, way.threads);
    struct number {
      int key, place;
      bool operator==(number const&) const = default;
    };
    auto const smaller = [](number const& a, number const& b) { return a.key < b.key; };
    std::vector<number> numbers(static_cast<std::size_t>(n)), spare(numbers);
    for (int i = 0; i < n; ++i) numbers[static_cast<std::size_t>(i)] = {i * 7919 % 101, i};
    std::vector<number> sorted = numbers;
    std::sort(sorted.begin(), sorted.end(),
              [](number const& a, number const& b) { return a.key != b.key ? a.key < b.key : a.place < b.place; });
    loop_cost cost;
    at::mode_detail::sort_as(way, cost, numbers.data(), spare.data(), n,
                             at::mode_detail::by_keys<decltype(smaller)>{smaller});
    CHECK(numbers == sorted);
  }
}

TEST_CASE("an exception reaches the caller, alone and on threads, and later loops are whole") {
  omp_set_num_threads(4);
  loop_way const way = GENERATE(alone, together);
  at::queue<at::cpu> on;
  struct fails_at_7 {
    void operator()(int i) const {
      if (i == 7) throw std::runtime_error("index 7");
    }
  };
  struct value_fails {
    int operator()(int i) const {
      if (i == 3) throw std::runtime_error("value 3");
      return 1;
    }
  };
  loop_cost cost;
  CHECK_THROWS_WITH(run_for_each_as(way, cost, at::extents{100}, fails_at_7{}), "index 7");
  CHECK_THROWS_WITH(at::mode_detail::run_reduce_as(way, cost, 4, at::extents{100}, 0, at::plus{}, value_fails{}),
                    "value 3");
  auto const stored = [](long long, int) {};
  auto const value_of = [](long long i) { return value_fails{}(static_cast<int>(i)); };
  CHECK_THROWS_WITH(at::mode_detail::run_scan_as(way, cost, 4, 100, at::mode_detail::start_with_first<int>{},
                                                 at::plus{}, value_of, stored),
                    "value 3");
  auto const order_fails = [](int, int) -> bool { throw std::runtime_error("order"); };
  int numbers[100]{}, spare[100];
  CHECK_THROWS_WITH(at::mode_detail::sort_as(way, cost, numbers, spare, 100,
                                             at::mode_detail::by_keys<decltype(order_fails)>{order_fails}),
                    "order");
  CHECK(each_once(way, at::extents{1000}));
}

TEST_CASE("loops within a kernel, of the same kernel too") {
  omp_set_num_threads(2);
  at::queue<at::cpu> on;
  struct halves {
    int* leaves;
    int depth;
    void operator()(int) const {
      if (depth == 0) {
        __atomic_fetch_add(leaves, 1, __ATOMIC_RELAXED);
        return;
      }
      at::queue<at::cpu> inner;
      at::for_each(inner, at::extents{2}, halves{leaves, depth - 1});
    }
  };
  int leaves = 0;
  for (int i = 0; i < 20; ++i) at::for_each(on, at::extents{2}, halves{&leaves, 6});
  CHECK(leaves == 20 * 128);
}

/// Wider than a cache line.
struct alignas(128) wide {
  double number;
};
template <class T>
constexpr bool lies_on_lines_of_its_own = alignof(T) % 64 == 0 && sizeof(T) % 64 == 0;

TEST_CASE("what one thread writes, and what all read, is on cache lines of its own") {
  using at::mode_detail::partial;
  STATIC_REQUIRE(lies_on_lines_of_its_own<partial<double>>);
  STATIC_REQUIRE(alignof(partial<wide>) == 128);
  STATIC_REQUIRE(lies_on_lines_of_its_own<at::mode_detail::thread_work_of<one_over>>);
  using at::mode_detail::shared_for_each;
  STATIC_REQUIRE(lies_on_lines_of_its_own<shared_for_each<1, int, sizeof(one_over), alignof(one_over)>>);
  STATIC_REQUIRE(alignof(shared_for_each<1, int, sizeof(wide), alignof(wide)>) == 128);
}

TEST_CASE("a forked child runs loops after its parent did on threads") {
  omp_set_num_threads(2);
  at::queue<at::cpu> on;
  REQUIRE(each_once(together, at::extents{1000}));
  at::extents const line{10007};
  float const expected = at::reduce(on, line, 0.5f, at::plus{}, one_over{});
  pid_t const child = fork();
  if (child == 0) {
    alarm(60);  // a child that waits for threads ends by a signal
    bool right = at::reduce(on, line, 0.5f, at::plus{}, one_over{}) == expected;
    for (int i = 0; i < 10; ++i) right = right && each_once(together, at::extents{1000});
    at::for_each(on, at::extents{10}, [](int) {}, at::dynamic{});
    std::_Exit(right ? 0 : 1);
  }
  REQUIRE(child > 0);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

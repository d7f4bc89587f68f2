// SPDX-License-Identifier: BSL-1.0
// Ranges inside a block and in its subgroups give what plain loops give, for each size of range, block and subgroup.
#pragma once

#include <allotype/block_ranges.hpp>

#include <climits>
#include <utility>
#include <vector>

#include "catch.hpp"

namespace block_ranges {

namespace at = allotype;
using namespace at::literals;

/// On a GPU these have values and no addresses.
inline constexpr int one_index = 1, forty_two = 42;

/// Numbers without an order among them.
ALLOTYPE_FN inline int number(int i) {
  return static_cast<int>((static_cast<unsigned>(i) * 7919u + 13u) % 1009u) - 500;
}

/// Two linear functions, one after the other: an operation whose order matters, on integers that wrap around.
struct linear {
  unsigned factor, summand;
  friend bool operator==(linear const&, linear const&) = default;
};
struct one_after_another {
  ALLOTYPE_FN linear operator()(linear const& a, linear const& b) const {
    return {a.factor * b.factor, a.summand * b.factor + b.summand};
  }
};
ALLOTYPE_FN inline linear function_of(int i) {
  return {2 * static_cast<unsigned>(i) + 3, static_cast<unsigned>(i) + 1};
}
/// 12 bytes, of which no thread has one to begin with.
struct summary {
  int least, most, count;
  friend bool operator==(summary const&, summary const&) = default;
};
struct joined {
  ALLOTYPE_FN summary operator()(summary const& a, summary const& b) const {
    return {at::minimum{}(a.least, b.least), at::maximum{}(a.most, b.most), a.count + b.count};
  }
};
struct results {
  int sum;
  double sum_of_quarters;
  float least;
  unsigned long long most;
  summary of_all;
  int count;
  bool any, none, all, of_none;
  int from_one;
  int of_box, of_plane;
  linear last_inclusive, last_exclusive;
};

/// What plain loops find.
inline results expected(int n) {
  results r{5, 0.25, 7.0f, 3, {100, 100, 0}, 0, false, false, true, true, 42, 0, 0, {1, 0}, {1, 0}};
  for (int i = 0; i < n; ++i) {
    r.sum += number(i);
    r.sum_of_quarters += number(i) * 0.25;
    r.least = at::minimum{}(r.least, static_cast<float>(number(i)));
    r.most = at::maximum{}(r.most, static_cast<unsigned long long>(number(i) + 500) << 33);
    r.of_all = joined{}(r.of_all, {number(i), number(i), 1});
    r.count += number(i) > 0;
    r.any = r.any || number(i) > 400;
    r.all = r.all && number(i) < 400;
    if (i >= 3) r.of_box += number(i);
    for (int k = 0; k < 3; ++k) r.of_plane += number(3 * i + k);
    r.last_inclusive = one_after_another{}(r.last_inclusive, function_of(i));
  }
  r.last_exclusive = r.last_inclusive;
  return r;
}

/// All ranges of one team: a block or a subgroup. `inclusive` and `exclusive` have `n` elements of its own.
template <class Team>
ALLOTYPE_FN void run_all(Team const& team, int n, results& to, linear* inclusive, linear* exclusive) {
  results r{};
  r.sum = team.reduce(n, 5, at::plus{}, [&](int i) { return number(i); });
  r.sum_of_quarters = team.reduce(n, 0.25, at::plus{}, [&](int i) { return number(i) * 0.25; });
  r.least = team.reduce(n, 7.0f, at::minimum{}, [&](int i) { return static_cast<float>(number(i)); });
  r.most = team.reduce(n, 3ULL, at::reassociated{at::maximum{}},
                       [&](int i) { return static_cast<unsigned long long>(number(i) + 500) << 33; });
  r.of_all = team.reduce(n, summary{100, 100, 0}, joined{}, [&](int i) { return summary{number(i), number(i), 1}; });
  r.count = team.count(n, [&](int i) { return number(i) > 0; });
  r.any = team.any(n, [&](int i) { return number(i) > 400; });
  r.none = team.any(n, [&](int) { return false; });
  r.all = team.all(n, [&](int i) { return number(i) < 400; });
  team.for_each(one_index, [&](int) {});
  if (team.reduce(one_index, forty_two, at::plus{}, [](int) { return 0; }) != forty_two) r.sum = 0;
  r.of_none = team.all(0, [&](int) { return false; });
  r.from_one = team.broadcast([&] { return 42; });
  r.of_box = team.reduce(at::box{{3, n < 3 ? 3 : n}}, 0, at::plus{}, [&](int i) { return number(i); });
  r.of_plane =
      team.reduce(at::extents{n, 3}, 0, at::plus{}, [&](int row, int column) { return number(3 * row + column); });
  r.last_inclusive = team.inclusive_scan(
      n, linear{1, 0}, one_after_another{}, [&](int i) { return function_of(i); },
      [&](int i, linear const& value) { inclusive[i] = value; });
  r.last_exclusive = team.exclusive_scan(
      n, linear{1, 0}, one_after_another{}, [&](int i) { return function_of(i); },
      [&](int i, linear const& value) { exclusive[i] = value; });
  team.single([&] { to = r; });
}

template <class Results, class Scans>
struct whole_block {
  Results to;
  Scans inclusive, exclusive;
  int n;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    run_all(block, n, to(block.index()), inclusive.elements + block.index() * n,
            exclusive.elements + block.index() * n);
  }
};
template <int Lanes, class Results, class Scans>
struct in_subgroups {
  Results to;
  Scans inclusive, exclusive;
  int n;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto const groups = at::subgroups<Lanes>(block);
    int const teams = to.extents[0];
    groups.for_each(teams, [&](auto const& group, int i) {
      run_all(group, n, to(i), inclusive.elements + i * n, exclusive.elements + i * n);
    });
  }
};

inline void check(results const& found, int n) {
  results const right = expected(n);
  CHECK(found.sum == right.sum);
  CHECK(found.sum_of_quarters == right.sum_of_quarters);  // exact in each order
  CHECK(found.least == right.least);
  CHECK(found.most == right.most);
  CHECK((found.of_all == right.of_all));
  CHECK(found.count == right.count);
  CHECK(found.any == right.any);
  CHECK(!found.none);
  CHECK(found.all == right.all);
  CHECK(found.of_none);
  CHECK(found.from_one == right.from_one);
  CHECK(found.of_box == right.of_box);
  CHECK(found.of_plane == right.of_plane);
  CHECK((found.last_inclusive == right.last_inclusive));
  CHECK((found.last_exclusive == right.last_exclusive));
}
inline bool are_scans(std::vector<linear> const& inclusive, std::vector<linear> const& exclusive, int teams, int n) {
  for (int team = 0; team < teams; ++team) {
    linear sum{1, 0};
    for (int i = 0; i < n; ++i) {
      auto const at_i = static_cast<std::size_t>(team * n + i);
      if (!(exclusive[at_i] == sum)) return false;
      sum = one_after_another{}(sum, function_of(i));
      if (!(inclusive[at_i] == sum)) return false;
    }
  }
  return true;
}

/// `launch(results, inclusive, exclusive, n)` fills what `teams` teams find.
template <class A, class Launch>
void runs(at::queue<A>& on, int teams, int n, Launch const& launch) {
  INFO("ranges of " << n);
  at::buffer<results, A> found{on, at::extents{teams}};
  std::vector<linear> first(static_cast<std::size_t>(teams * n + 1)), second = first;
  at::buffer<linear, A> inclusive{on, first}, exclusive{on, second};
  launch(found.view(on), inclusive.view(on), exclusive.view(on));
  std::vector<results> on_host(static_cast<std::size_t>(teams));
  at::copy(on, found, on_host);
  at::copy(on, inclusive, first);
  at::copy(on, exclusive, second);
  for (results const& each : on_host) check(each, n);
  CHECK(are_scans(first, second, teams, n));
}
template <int Threads, class A>
void runs_in_blocks_of(at::queue<A>& on) {
  INFO("blocks of " << Threads);
  for (int const n : {0, 1, 5, 32, 33, Threads - 1, Threads, Threads + 1, 3 * Threads + 7}) {
    runs(on, 2, n, [&](auto found, auto inclusive, auto exclusive) {
      at::launch(on, at::grid<at::threads_per_block<Threads>>{2},
                 whole_block<decltype(found), decltype(inclusive)>{found, inclusive, exclusive, n});
    });
  }
}
/// The threads of rows, and of planes, are counted in one.
template <class A, int... Sizes>
void runs_in_blocks_with(at::queue<A>& on, std::integer_sequence<int, Sizes...>, auto const& two_blocks) {
  constexpr int threads = (Sizes * ...);
  INFO("blocks of several dimensions, " << threads << " threads");
  for (int const n : {0, 1, 33, threads - 1, threads, threads + 1, 3 * threads + 7}) {
    runs(on, 2, n, [&](auto found, auto inclusive, auto exclusive) {
      at::launch(on, at::grid<at::threads_per_block<Sizes...>>{two_blocks},
                 whole_block<decltype(found), decltype(inclusive)>{found, inclusive, exclusive, n});
    });
  }
}
template <int Threads, int Lanes, class A>
void runs_in_subgroups_of(at::queue<A>& on) {
  INFO("subgroups of " << Lanes << " in blocks of " << Threads);
  for (int const n : {0, 1, Lanes - 1, Lanes, Lanes + 1, 2 * Lanes + 3}) {
    runs(on, Threads / Lanes + 3, n, [&](auto found, auto inclusive, auto exclusive) {
      at::launch(on, at::grid<at::threads_per_block<Threads>>{1},
                 in_subgroups<Lanes, decltype(found), decltype(inclusive)>{found, inclusive, exclusive, n});
    });
  }
}

/// Each range ends with a barrier, and a range in the middle of a loop may be one without.
template <class Out>
struct turn_around_by_ranges {
  Out out;
  int n;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const shared = block.template shared<int>();
    int* const other = shared + n;
    auto kept = block.template per_thread<int>();
    block.for_each(n, [&](int i) { shared[i] = number(i); });
    block.for_each(n, [&](int i) { other[i] = shared[n - 1 - i]; });
    for (int round = 0; round < 3; ++round) block.for_each_nowait(block.threads(), [&](int i) { kept(i) += i; });
    block.single([&] { shared[0] = other[n - 1]; });
    int const first = shared[0];  // the same in every thread
    block.for_each_nowait(n, [&](int i) { out(block.index() * n + i) = other[i] + first; });
    block.for_each_nowait(block.threads(), [&](int i) {
      if (kept(i) != 3 * i) out(block.index() * n) = INT_MAX;
    });
  }
};
template <class A>
void waits_behind_ranges(at::queue<A>& on) {
  constexpr int n = 150;
  at::buffer<int, A> turned{on, at::extents{3 * n}};
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<at::bytes{2 * n * sizeof(int)}>>{3},
             turn_around_by_ranges<decltype(turned.view(on))>{turned.view(on), n});
  std::vector<int> found(3 * n);
  at::copy(on, turned, found);
  for (int i = 0; i < 3 * n; ++i) REQUIRE(found[static_cast<std::size_t>(i)] == number(n - 1 - i % n) + number(0));
}

/// Sums of rows of a sparse matrix, a row a subgroup: the subgroups of a block have rows of different lengths.
template <class Begin, class Out>
struct sum_rows {
  Begin begin;
  Out sums;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto const groups = at::subgroups<8>(block);
    int const first = block.index() * groups.count(), left = sums.extents[0] - first;
    groups.for_each_nowait(left < groups.count() ? left : groups.count(), [&](auto const& group, int i) {
      int const row = first + i;
      int const sum =
          group.reduce(at::box{{begin(row), begin(row + 1)}}, 0, at::plus{}, [&](int k) { return number(k); });
      group.single_nowait([&] { sums(row) = sum; });
    });
  }
};
template <class A>
void sums_rows_of_different_lengths(at::queue<A>& on) {
  constexpr int rows = 101;
  std::vector<int> begins{0};
  for (int row = 0; row < rows; ++row) begins.push_back(begins.back() + (row * 37) % 23);
  at::buffer<int, A> begin{on, begins}, sums{on, at::extents{rows}};
  at::launch(on, at::grid<at::threads_per_block<64>>{(rows + 7) / 8},
             sum_rows<decltype(begin.view(on)), decltype(sums.view(on))>{begin.view(on), sums.view(on)});
  std::vector<int> found(rows);
  at::copy(on, sums, found);
  for (int row = 0; row < rows; ++row) {
    int sum = 0;
    for (int k = begins[static_cast<std::size_t>(row)]; k < begins[static_cast<std::size_t>(row) + 1]; ++k)
      sum += number(k);
    CHECK(found[static_cast<std::size_t>(row)] == sum);
  }
}

template <class A>
void all(at::queue<A>& on) {
  runs_in_blocks_of<1>(on);
  runs_in_blocks_of<48>(on);
  runs_in_blocks_of<64>(on);
  runs_in_blocks_of<96>(on);
  runs_in_blocks_with(on, std::integer_sequence<int, 4, 16>{}, at::extents{1, 2});
  runs_in_blocks_with(on, std::integer_sequence<int, 5, 7>{}, at::extents{2, 1});
  runs_in_blocks_with(on, std::integer_sequence<int, 2, 3, 16>{}, at::extents{1, 2, 1});
  runs_in_subgroups_of<64, 1>(on);
  runs_in_subgroups_of<64, 4>(on);
  runs_in_subgroups_of<48, 16>(on);
  runs_in_subgroups_of<96, 32>(on);
  waits_behind_ranges(on);
  sums_rows_of_different_lengths(on);
}

}  // namespace block_ranges

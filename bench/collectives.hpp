// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the comparisons of `all_reduce` share: two ranks with numbers of their own, and how contenders enter.
#pragma once

#include <allotype/parallel/transport/detail/combine.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

inline constexpr int ranks = 2;
inline constexpr long long sizes[] = {1LL << 10, 1LL << 15, 1LL << 20};

/// In place; a first sum is 1 + 2 = 3 in even places and 2 + 3 = 5 in odd ones.
inline void set_numbers(std::vector<float>& numbers, int rank) {
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(1 + rank + static_cast<int>(i % 2));
}
inline bool sums_are_right(std::vector<float> const& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != (i % 2 == 0 ? 3.f : 5.f)) return false;
  }
  return true;
}

/// Which elements a rank sums.
struct share {
  std::size_t begin, size;
};
inline share share_of(std::size_t count, int rank) {
  std::size_t const begin = allotype::detail::share_begin(count, ranks, rank);
  return {begin, allotype::detail::share_begin(count, ranks, rank + 1) - begin};
}

/// The sum by hand: every element once, in the order of the ranks. `sums` may be one of the two parts, which keeps no
/// compiler from vectors.
inline void add(float const* first, float const* second, std::size_t count, float* sums) {
#ifdef __clang__
#  pragma clang loop vectorize(assume_safety)
#else
#  pragma GCC ivdep
#endif
  for (std::size_t i = 0; i < count; ++i) sums[i] = first[i] + second[i];
}

using bench_clock = std::chrono::steady_clock;
inline double seconds_since(bench_clock::time_point start) {
  return std::chrono::duration<double>(bench_clock::now() - start).count();
}

/// As many of them are timed together as take about a millisecond.
inline long long turns_of(long long size) { return std::max(2LL, (1LL << 20) / size); }

/// Enters `comparison/size/contender`. `seconds_of(size, turns)` does that many sums and says how long they took;
/// `is_right(size)` does one and looks at the result.
template <class SecondsOf, class IsRight>
void enter(std::string const& comparison, long long size, std::string const& contender, SecondsOf const& seconds_of,
           IsRight const& is_right) {
  auto const measure = [=, checked = false](benchmark::State& state) mutable {
    if (!checked && !is_right(size)) return state.SkipWithError("its result is wrong");
    checked = true;
    long long const turns = turns_of(size);
    while (state.KeepRunningBatch(turns)) state.SetIterationTime(seconds_of(size, turns));
  };
  benchmark::RegisterBenchmark((comparison + "/" + std::to_string(size) + "/" + contender).c_str(), measure)
      ->UseManualTime()
      ->Unit(benchmark::kNanosecond);
}

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Scans on the host processor.
#pragma once

#include <allotype/backend/cpu/reduce.hpp>
#include <allotype/dispatch/detail/scan_by_for_each.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class Start, class Op, class In, class Out>
void run_scan(serial, host_state&, long long count, Start const& start, Op const& op, In const& in, Out const& out) {
  using T = typename Start::type;
  T const* before = nullptr;
  if constexpr (Start::exclusive) before = &start.value;
  if (count > 0) scan_share(start, share(count, 0, 1), before, op, in, out);
}

#ifdef _OPENMP

/// Whether the result is the same for each number of shares.
template <class Op, class T>
inline constexpr bool is_same_in_any_shares =
    std::is_integral_v<T> && (std::is_same_v<Op, plus> || std::is_same_v<Op, minimum> || std::is_same_v<Op, maximum>);

/// The values are combined in as many shares as the queue has threads, and each share is scanned with what precedes it.
/// So a queue of the same number of threads gives the same result, whoever does the work.
template <class Start, class Op, class In, class Out>
void scan_alone(int shares, long long count, Start const& start, Op const& op, In const& in, Out const& out) {
  using T = typename Start::type;
  if constexpr (is_same_in_any_shares<Op, T>) shares = 1;
  partial<T> before;
  if constexpr (Start::exclusive) before.set(start.value);
  for (int which = 0; which < shares && which < count; ++which) {
    share const mine(count, which, shares);
    T const* const precedes = before.any ? &before.value : nullptr;
    if (mine.end == count) return scan_share(start, mine, precedes, op, in, out);
    T sum = in(mine.begin);
    auto const summed_up = [&](long long i) {
      T const value = in(i);
      if (i > mine.begin) sum = op(sum, value);
      return value;
    };
    scan_share(start, mine, precedes, op, summed_up, out);
    if (before.any)
      before.value = op(before.value, sum);
    else
      before.set(sum);
  }
}

template <class Start, class Op, class In, class Out>
void scan_shared(loop_cost& cost, bool measured, int shares, long long count, Start const& start, Op const& op,
                 In const& in, Out const& out) {
  using T = typename Start::type;
  partials<T> sums(shares), before(shares);
  regions_of_loop regions(cost, measured, count);
  regions.run(shares, [&](int thread, int threads) {
    for (int which = thread; which < shares - 1 && which < count; which += threads) {
      share const mine(count, which, shares);
      T sum = in(mine.begin);
      for (long long i = mine.begin + 1; i < mine.end; ++i) sum = op(sum, in(i));
      sums[which].set(sum);
    }
  });
  if constexpr (Start::exclusive) before[0].set(start.value);
  for (int which = 1; which < shares && which < count; ++which) {
    partial<T> const& last = before[which - 1];
    before[which].set(last.any ? op(last.value, sums[which - 1].value) : sums[which - 1].value);
  }
  regions.run(shares, [&](int thread, int threads) {
    for (int which = thread; which < shares && which < count; which += threads) {
      scan_share(start, share(count, which, shares), before[which].any ? &before[which].value : nullptr, op, in, out);
    }
  });
  regions.done();
}

template <class Start, class Op, class In, class Out>
void run_scan_as(loop_way way, loop_cost& cost, int shares, long long count, Start const& start, Op const& op,
                 In const& in, Out const& out) {
  if (way.threads) return scan_shared(cost, way.measured, shares, count, start, op, in, out);
  loop_alone(cost, way.measured, count, [&] { scan_alone(shares, count, start, op, in, out); });
}
template <class Start, class Op, class In, class Out>
void run_scan(openmp, host_state& state, long long count, Start const& start, Op const& op, In const& in,
              Out const& out) {
  static constinit thread_local loop_cost cost;
  int const shares = state.threads < max_shares ? state.threads : max_shares;
  if (cost.below_threshold(count)) return scan_alone(shares, count, start, op, in, out);
  run_scan_as(next_way(cost, count, max_threads()), cost, shares, count, start, op, in, out);
}

#endif

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Scans on the host processor.
#pragma once

#include <allotype/backend/cpu/reduce.hpp>
#include <allotype/dispatch/detail/scan_by_for_each.hpp>

namespace allotype {
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

/// Each thread combines its share, and scans it when it is known what precedes it. The same number of threads gives the same
/// result.
template <class Start, class Op, class In, class Out>
void run_scan(openmp, host_state&, long long count, Start const& start, Op const& op, In const& in, Out const& out) {
  using T = typename Start::type;
  long long const threads = omp_get_max_threads() < most_shares ? omp_get_max_threads() : most_shares;
  int const shares = static_cast<int>(count < threads ? count : threads);
  partial<T> sums[most_shares], before[most_shares];
  first_exception failure;
#pragma omp parallel for schedule(static, 1) num_threads(shares > 0 ? shares : 1)
  for (int which = 0; which < shares - 1; ++which) {
    failure.guard([&] {
      share const mine(count, which, shares);
      T sum = in(mine.begin);
      for (long long i = mine.begin + 1; i < mine.end; ++i) sum = op(sum, in(i));
      sums[which].set(sum);
    });
  }
  failure.rethrow();
  if constexpr (Start::exclusive) before[0].set(start.value);
  for (int which = 1; which < shares; ++which) {
    partial<T> const& last = before[which - 1];
    before[which].set(last.any ? op(last.value, sums[which - 1].value) : sums[which - 1].value);
  }
#pragma omp parallel for schedule(static, 1) num_threads(shares > 0 ? shares : 1)
  for (int which = 0; which < shares; ++which) {
    failure.guard([&] {
      scan_share(start, share(count, which, shares), before[which].any ? &before[which].value : nullptr, op, in, out);
    });
  }
  failure.rethrow();
}

#endif

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype

// SPDX-License-Identifier: BSL-1.0
/// \file
/// `copy_if` on the host processor.
#pragma once

#include <allotype/backend/cpu/reduce.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// Copies the chosen elements of a share to the beginning of `to`, and returns their number.
///
/// Each element is written to where the next chosen one belongs, and stays there if it is chosen: so no branch depends
/// on the elements. Elements behind the last chosen one are left out, because nothing would be written over them.
template <class T, class Source, class Condition>
long long copy_chosen(share mine, Source const from, T* to, Condition const condition) {
  while (mine.size() > 0 && !condition(from[mine.end - 1])) --mine.end;
  long long copied = 0;
  for (long long i = mine.begin; i < mine.end; ++i) {
    to[copied] = from[i];
    copied += condition(from[i]) ? 1 : 0;
  }
  return copied;
}

template <class T, class Source, class Condition>
long long run_copy_if(serial, host_state&, long long count, Source const from, T* to, Condition const& condition) {
  return copy_chosen(share(count, 0, 1), from, to, condition);
}

#ifdef _OPENMP

/// Each share is counted, and then copied to behind those before it.
template <class T, class Source, class Condition>
long long copy_if_shared(loop_cost& cost, bool measured, int shares, long long count, Source const from, T* to,
                         Condition const& condition) {
  partials<long long> chosen(shares);
  regions_of_loop regions(cost, measured, count);
  regions.run(shares, [&](int thread, int threads) {
    for (int which = thread; which < shares; which += threads) {
      share const mine(count, which, shares);
      long long of_share = 0;
      for (long long i = mine.begin; i < mine.end; ++i) of_share += condition(from[i]) ? 1 : 0;
      chosen[which].set(of_share);
    }
  });
  long long copied = 0;
  for (int which = 0; which < shares; ++which) {
    long long const before = copied;
    copied += chosen[which].value;
    chosen[which].value = before;
  }
  regions.run(shares, [&](int thread, int threads) {
    for (int which = thread; which < shares; which += threads) {
      copy_chosen(share(count, which, shares), from, to + chosen[which].value, condition);
    }
  });
  regions.done();
  return copied;
}

template <class T, class Source, class Condition>
long long run_copy_if(openmp, host_state& state, long long count, Source const from, T* to,
                      Condition const& condition) {
  static constinit thread_local loop_cost cost;
  int const shares = state.threads < max_shares ? state.threads : max_shares;
  auto const alone = [&] { return copy_chosen(share(count, 0, 1), from, to, condition); };
  if (cost.below_threshold(count)) return alone();
  loop_way const way = next_way(cost, count, max_threads());
  if (way.threads) return copy_if_shared(cost, way.measured, shares, count, from, to, condition);
  return loop_alone(cost, way.measured, count, alone);
}

#endif

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Reductions on the host processor.
#pragma once

#include <allotype/backend/cpu/for_each.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// The value for the index at a position in row-major order.
template <class Index, class F>
auto value_for(extents<1, Index>, long long position, F const& f) { return f(static_cast<Index>(position)); }
template <class Index, class F>
auto value_for(extents<2, Index> over, long long position, F const& f) {
  return f(static_cast<Index>(position / over[1]), static_cast<Index>(position % over[1]));
}
template <class Index, class F>
auto value_for(extents<3, Index> over, long long position, F const& f) {
  long long const line = position / over[2];
  return f(static_cast<Index>(line / over[1]), static_cast<Index>(line % over[1]), static_cast<Index>(position % over[2]));
}

/// `op(start, value, value, …)` of the values of a share.
template <int Rank, class Index, class T, class Op, class F>
[[gnu::always_inline]] inline T reduced(extents<Rank, Index> over, share mine, T const& start, Op const op, F const f) {
  T result = start;
  each_index(over, mine, [&](auto... index) {
    T const& value = f(index...);
    result = op(result, value);
  });
  return result;
}

/// The result of one thread, on a cache line of its own.
template <class T>
struct partial {
  alignas(64) T value;
  bool any;
};

template <int Rank, class Index, class T, class Op, class F>
T run_reduce(serial, host_state&, extents<Rank, Index> const& over, T const& init, Op const& op, F const& f) {
  return reduced(over, share(over.count(), 0, 1), init, op, f);
}

#ifdef _OPENMP

/// Each thread reduces its share. The partial results are combined in the order of the threads, so the same number of
/// threads gives the same result.
template <int Rank, class Index, class T, class Op, class F>
T run_reduce(openmp, host_state&, extents<Rank, Index> const& over, T const& init, Op const& op, F const& f) {
  constexpr int most_partials = 256;
  partial<T> partials[most_partials];
  int const most = omp_get_max_threads() < most_partials ? omp_get_max_threads() : most_partials;
  int threads = 1;
  first_exception failure;
#pragma omp parallel num_threads(most)
  {
    int const thread = omp_get_thread_num();
#pragma omp single nowait
    threads = omp_get_num_threads();
    share mine(over.count(), thread, omp_get_num_threads());
    failure.guard([&] {
      partials[thread].any = mine.size() > 0;
      if (!partials[thread].any) return;
      // Starts with the first value, so that no neutral element is needed.
      T const first = value_for(over, mine.begin, f);
      ++mine.begin;
      partials[thread].value = reduced(over, mine, first, op, f);
    });
  }
  failure.rethrow();
  T result = init;
  for (int i = 0; i < threads; ++i) {
    if (partials[i].any) result = op(result, partials[i].value);
  }
  return result;
}

#endif

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype

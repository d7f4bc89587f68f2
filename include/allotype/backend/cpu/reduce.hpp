// SPDX-License-Identifier: BSL-1.0
/// \file
/// Reductions on the host processor.
#pragma once

#include <allotype/backend/cpu/for_each.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

namespace detail {

/// Hands each value of the lines `[begin, end)` of the index space to `take`, but for the first `skip` of them. A line is
/// the fastest dimension, or one index where there is only one dimension.
template <class Index, class F, class Take>
void values_in(extents<1, Index> const&, Index begin, Index end, Index skip, F const& f, Take&& take) {
  for (Index i = begin + skip; i < end; ++i) take(f(i));
}
template <class Index, class F, class Take>
void values_in(extents<2, Index> const& over, Index begin, Index end, Index skip, F const& f, Take&& take) {
  for (Index row = begin; row < end; ++row, skip = 0) {
    for (Index column = skip; column < over[1]; ++column) take(f(row, column));
  }
}
template <class Index, class F, class Take>
void values_in(extents<3, Index> const& over, Index begin, Index end, Index skip, F const& f, Take&& take) {
  for (Index line = begin; line < end; ++line, skip = 0) {
    for (Index column = skip; column < over[2]; ++column) take(f(line / over[1], line % over[1], column));
  }
}

template <class Index, class F>
auto first_value(extents<1, Index> const&, Index line, F const& f) { return f(line); }
template <class Index, class F>
auto first_value(extents<2, Index> const&, Index line, F const& f) { return f(line, Index{0}); }
template <class Index, class F>
auto first_value(extents<3, Index> const& over, Index line, F const& f) {
  return f(line / over[1], line % over[1], Index{0});
}

template <class Index>
Index lines_of(extents<1, Index> const& over) { return over[0]; }
template <class Index>
Index lines_of(extents<2, Index> const& over) { return over[1] == 0 ? 0 : over[0]; }
template <class Index>
Index lines_of(extents<3, Index> const& over) { return over[2] == 0 ? 0 : over[0] * over[1]; }

/// What one thread found; on a cache line of its own.
template <class T>
struct partial {
  alignas(64) T value;
  bool any;
};

}  // namespace detail

template <int Rank, class Index, class T, class Op, class F>
T run_reduce(serial, host_state&, extents<Rank, Index> const& over, T const& init, Op const& op, F const& f) {
  T result = init;
  detail::values_in(over, Index{0}, detail::lines_of(over), Index{0}, f, [&](T const& value) { result = op(result, value); });
  return result;
}

#ifdef _OPENMP

/// Each thread reduces its share; the partial results are combined in the order of the threads, so that the same number
/// of threads gives the same result.
template <int Rank, class Index, class T, class Op, class F>
T run_reduce(openmp, host_state&, extents<Rank, Index> const& over, T const& init, Op const& op, F const& f) {
  Index const lines = detail::lines_of(over);
  constexpr int most_partials = 256;
  detail::partial<T> partials[most_partials];
  int const most = omp_get_max_threads() < most_partials ? omp_get_max_threads() : most_partials;
  int threads = 1;
  detail::first_exception failure;
#pragma omp parallel num_threads(most)
  {
    int const thread = omp_get_thread_num();
#pragma omp single nowait
    threads = omp_get_num_threads();
    detail::share<Index> const mine(lines, thread, omp_get_num_threads());
    failure.guard([&] {
      partials[thread].any = mine.begin != mine.end;
      if (!partials[thread].any) return;
      Op const own_op = op;
      F const own_f = f;
      // Starts with the first value, so that no neutral element is needed.
      T result = detail::first_value(over, mine.begin, own_f);
      detail::values_in(over, mine.begin, mine.end, Index{1}, own_f,
                        [&](T const& value) { result = own_op(result, value); });
      partials[thread].value = result;
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

}  // namespace ALLOTYPE_MODE
}  // namespace allotype

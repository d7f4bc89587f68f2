// SPDX-License-Identifier: BSL-1.0
/// \file
/// Reductions on the host processor.
#pragma once

#include <new>
#include <utility>

#include <allotype/backend/cpu/for_each.hpp>
#include <allotype/dispatch/detail/at_position.hpp>
#include <allotype/dispatch/operations.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

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

/// As many chains of additions as a processor computes at the same time.
inline constexpr int chains = 8;

/// Combines `f(begin)` to `f(end - 1)` in chains, and those one after another. There are at least `chains` values.
template <class T, class Op, class Index, class F, int... Chain>
[[gnu::always_inline]] inline T in_chains(Index begin, Index end, Op const& op, F const& f,
                                          std::integer_sequence<int, Chain...>) {
  T values[chains] = {T(f(begin + Chain))...};
  Index i = begin + chains;
  for (; end - i >= chains; i += chains) ((values[Chain] = op(values[Chain], T(f(i + Chain)))), ...);
  T result = values[0];
  for (int chain = 1; chain < chains; ++chain) result = op(result, values[chain]);
  for (; i < end; ++i) result = op(result, T(f(i)));
  return result;
}

/// The same in any order: each line of the share in chains. The order depends on the extents and on the share alone.
template <int Rank, class Index, class T, class Op, class F>
[[gnu::always_inline]] inline T reduced(extents<Rank, Index> over, share mine, T const& start, reassociated<Op> const op,
                                        F const f) {
  T result = start;
  while (mine.size() > 0) {
    long long const columns = over[Rank - 1], line = mine.begin / columns;
    Index const first = static_cast<Index>(mine.begin % columns);
    Index const last = static_cast<Index>(mine.size() < columns - first ? first + mine.size() : columns);
    Index index[Rank];
    for (long long dimension = Rank - 2, rest = line; dimension >= 0; --dimension) {
      index[dimension] = static_cast<Index>(dimension == 0 ? rest : rest % over[static_cast<int>(dimension)]);
      rest /= over[static_cast<int>(dimension)];
    }
    auto const value = [&](Index column) {
      Index here[Rank];
      for (int dimension = 0; dimension + 1 < Rank; ++dimension) here[dimension] = index[dimension];
      here[Rank - 1] = column;
      return detail::call_with(here, f, std::make_integer_sequence<int, Rank>{});
    };
    if (last - first >= 2 * chains) {
      result = op.op(result, in_chains<T>(first, last, op.op, value, std::make_integer_sequence<int, chains>{}));
    } else {
      for (Index column = first; column < last; ++column) result = op.op(result, T(value(column)));
    }
    mine.begin += last - first;
  }
  return result;
}

/// The result of one thread, on a cache line of its own; there is none if the thread had no index.
template <class T>
struct alignas(64) partial {
  bool any = false;
  union {
    T value;
  };
  partial() {}
  partial(partial const&) = delete;
  ~partial() {
    if (any) value.~T();
  }
  void set(T const& to) {
    ::new (static_cast<void*>(&value)) T(to);
    any = true;
  }
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
      if (mine.size() == 0) return;
      // Starts with the first value, so that no neutral element is needed.
      T const first = detail::value_at(over, static_cast<Index>(mine.begin), f);
      ++mine.begin;
      partials[thread].set(reduced(over, mine, first, op, f));
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

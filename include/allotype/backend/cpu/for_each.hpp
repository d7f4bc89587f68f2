// SPDX-License-Identifier: BSL-1.0
/// \file
/// Loops on the host processor.
#pragma once

#include <exception>

#include <allotype/backend/cpu/queue.hpp>
#include <allotype/dispatch/extents.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

template <class Index, class Kernel>
void run_for_each(serial, host_state&, extents<1, Index> const& over, Kernel const& kernel) {
  Index const n = over[0];
  for (Index i = 0; i < n; ++i) kernel(i);
}
template <class Index, class Kernel>
void run_for_each(serial, host_state&, extents<2, Index> const& over, Kernel const& kernel) {
  Index const rows = over[0], columns = over[1];
  for (Index row = 0; row < rows; ++row) {
    for (Index column = 0; column < columns; ++column) kernel(row, column);
  }
}
template <class Index, class Kernel>
void run_for_each(serial, host_state&, extents<3, Index> const& over, Kernel const& kernel) {
  Index const planes = over[0], rows = over[1], columns = over[2];
  for (Index plane = 0; plane < planes; ++plane) {
    for (Index row = 0; row < rows; ++row) {
      for (Index column = 0; column < columns; ++column) kernel(plane, row, column);
    }
  }
}

namespace detail {

/// The part that thread `thread` of `threads` has of `n` indices, counted in row-major order.
struct share {
  long long begin, end;
  share(long long n, int thread, int threads) {
    long long const each = n / threads, more = n % threads;
    begin = thread * each + (thread < more ? thread : more);
    end = begin + each + (thread < more ? 1 : 0);
  }
  long long size() const { return end - begin; }
};

/// Calls `call(i)` for `i` in `[begin, end)`. g++ is told that lines are long: else it takes what stands behind the
/// conditions of a kernel for so rare that it computes the addresses of neighbours anew for each index. Said in the
/// loop's own condition, its vectorizer takes the line for a short one.
template <class Index, class Call>
[[gnu::always_inline]] inline void along_line(Index begin, Index end, Call const call) {
  for (Index i = begin;; ++i) {
    if (__builtin_expect_with_probability(i >= end, 0, 0.99)) break;
    call(i);
  }
}

/// Calls `kernel` for the indices of `mine` in their order, without a division but for the first. The kernel is a copy
/// and the function part of its caller, so that compilers know that no store changes what the kernel holds, and keep it
/// in registers.
template <class Index, class Kernel>
[[gnu::always_inline]] inline void each_index(extents<1, Index>, share mine, Kernel const kernel) {
  along_line(static_cast<Index>(mine.begin), static_cast<Index>(mine.end), [&](Index i) { kernel(i); });
}
template <class Index, class Kernel>
[[gnu::always_inline]] inline void each_index(extents<2, Index> over, share mine, Kernel const kernel) {
  if (mine.size() == 0) return;
  Index const columns = over[1];
  Index row = static_cast<Index>(mine.begin / columns), first = static_cast<Index>(mine.begin % columns);
  for (long long left = mine.size(); left > 0; ++row, first = 0) {
    Index const end = left < columns - first ? static_cast<Index>(first + left) : columns;
    left -= end - first;
    along_line(first, end, [&](Index column) { kernel(row, column); });
  }
}
template <class Index, class Kernel>
[[gnu::always_inline]] inline void each_index(extents<3, Index> over, share mine, Kernel const kernel) {
  if (mine.size() == 0) return;
  Index const rows = over[1], columns = over[2];
  long long const line = mine.begin / columns;
  Index plane = static_cast<Index>(line / rows), row = static_cast<Index>(line % rows);
  Index first = static_cast<Index>(mine.begin % columns);
  for (long long left = mine.size(); left > 0; first = 0) {
    Index const end = left < columns - first ? static_cast<Index>(first + left) : columns;
    left -= end - first;
    along_line(first, end, [&](Index column) { kernel(plane, row, column); });
    if (++row == rows) row = 0, ++plane;
  }
}

}  // namespace detail

#ifdef _OPENMP

namespace detail {

/// The first exception that a thread met. It must not leave the parallel region, and is thrown again behind it.
class first_exception {
 public:
  template <class Work>
  void guard(Work const& work) {
    try {
      work();
    } catch (...) {
#pragma omp critical(allotype_first_exception)
      if (!caught_) caught_ = std::current_exception();
    }
  }
  void rethrow() {
    if (caught_) std::rethrow_exception(caught_);
  }

 private:
  std::exception_ptr caught_;
};

}  // namespace detail

/// Each thread has an equal share of the indices, whatever the shape: a share begins and ends within a line.
template <int Rank, class Index, class Kernel>
void run_for_each(openmp, host_state&, extents<Rank, Index> const& over, Kernel const& kernel) {
  detail::first_exception failure;
#pragma omp parallel
  {
    detail::share const mine(over.count(), omp_get_thread_num(), omp_get_num_threads());
    failure.guard([&] { detail::each_index(over, mine, kernel); });
  }
  failure.rethrow();
}

#endif

}  // namespace ALLOTYPE_MODE
}  // namespace allotype

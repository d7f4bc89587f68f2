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

/// The part of `[0, n)` that thread `thread` of `threads` does.
template <class Index>
struct share {
  Index begin, end;
  share(Index n, int thread, int threads) {
    Index const each = n / threads, more = n % threads;
    begin = thread * each + (thread < more ? thread : more);
    end = begin + each + (thread < more ? 1 : 0);
  }
};

/// Calls `work(begin, end)` on each thread with its share of `[0, n)`.
template <class Index, class Work>
void in_shares(Index n, Work const& work) {
  first_exception failure;
#pragma omp parallel
  {
    share<Index> const mine(n, omp_get_thread_num(), omp_get_num_threads());
    Work const own = work;
    failure.guard([&] { own(mine.begin, mine.end); });
  }
  failure.rethrow();
}

}  // namespace detail

template <class Index, class Kernel>
void run_for_each(openmp, host_state&, extents<1, Index> const& over, Kernel const& kernel) {
  detail::in_shares(over[0], [kernel](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) kernel(i);
  });
}
template <class Index, class Kernel>
void run_for_each(openmp, host_state&, extents<2, Index> const& over, Kernel const& kernel) {
  Index const columns = over[1];
  detail::in_shares(over[0], [=](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) {
      for (Index column = 0; column < columns; ++column) kernel(row, column);
    }
  });
}
template <class Index, class Kernel>
void run_for_each(openmp, host_state&, extents<3, Index> const& over, Kernel const& kernel) {
  Index const rows = over[1], columns = over[2];
  detail::in_shares(over[0] * rows, [=](Index begin, Index end) {
    for (Index line = begin; line < end; ++line) {
      for (Index column = 0; column < columns; ++column) kernel(line / rows, line % rows, column);
    }
  });
}

#endif

}  // namespace ALLOTYPE_MODE
}  // namespace allotype

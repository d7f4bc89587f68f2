// SPDX-License-Identifier: BSL-1.0
/// \file
/// Loops on the host processor.
#pragma once

#ifdef _OPENMP
#  include <cstring>
#endif

#include <allotype/backend/cpu/parallel_region.hpp>
#include <allotype/backend/cpu/queue.hpp>
#include <allotype/dispatch/box.hpp>
#include <allotype/dispatch/detail/at_position.hpp>
#include <allotype/dispatch/detail/share.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// Calls `call(i)` for each `i` from `begin` up to `end`.
template <class Index, class Call>
[[gnu::always_inline]] inline void along_line(Index begin, Index end, Call const call) {
#ifdef __clang__
  // Clang would take four vectors a step, and the rest of a line one index at a time: half of a line of 62.
#  pragma clang loop interleave_count(1)
  for (Index i = begin; i < end; ++i) ALLOTYPE_INLINED_CALL call(i);
#else
  // The hint tells g++ that lines are long. Without it g++ believes that code behind a kernel's conditions runs rarely,
  // and computes the addresses of neighbours anew for each index. With the hint in the loop's own condition, its
  // vectorizer believes that the line is short.
  for (Index i = begin;; ++i) {
    if (__builtin_expect_with_probability(i >= end, 0, 0.99)) break;
    call(i);
  }
#endif
}

/// Calls `call(index...)` for the indices of a box, the last dimension in `line(begin, end, call)`.
template <int Dimensions, class Index, class Line, class Call, class... Outer>
[[gnu::always_inline]] inline void each_in_box(box<Dimensions, Index> const of, Line const line, Call const call,
                                               Outer const... outer) {
  constexpr int dimension = sizeof...(Outer);
  Index const begin = of.begin[dimension], end = of.end[dimension];
  if constexpr (dimension == Dimensions - 1) {
    line(begin, end, [&](Index i) { call(outer..., i); });
  } else {
    for (Index i = begin; i < end; ++i) each_in_box(of, line, call, outer..., i);
  }
}

/// One loop for each dimension. The kernel is a copy: so compilers know that stores do not change it, and keep it in
/// registers.
template <int Dimensions, class Index, class Kernel>
ALLOTYPE_OF_EACH_KERNEL void run_for_each(serial, host_state&, extents<Dimensions, Index> const& over,
                                          Kernel const kernel) {
  if constexpr (Dimensions == 1) {
    Index const n = over[0];
    for (Index i = 0; i < n; ++i) ALLOTYPE_INLINED_CALL kernel(i);
  } else if constexpr (Dimensions == 2) {
    Index const rows = over[0], columns = over[1];
    for (Index row = 0; row < rows; ++row) {
      along_line(Index{0}, columns, [&](Index column) { ALLOTYPE_INLINED_CALL kernel(row, column); });
    }
  } else if constexpr (Dimensions == 3) {
    Index const planes = over[0], rows = over[1], columns = over[2];
    for (Index plane = 0; plane < planes; ++plane) {
      for (Index row = 0; row < rows; ++row) {
        along_line(Index{0}, columns, [&](Index column) { ALLOTYPE_INLINED_CALL kernel(plane, row, column); });
      }
    }
  } else {
    box<Dimensions, Index> all;
    for (int i = 0; i < Dimensions; ++i) all.end[i] = over[i];
    each_in_box(
        all,
        [](Index begin, Index end, auto const& call) {
          for (Index i = begin; i < end; ++i) call(i);
        },
        [&](auto... index) { ALLOTYPE_INLINED_CALL kernel(index...); });
  }
}

/// A share consists of boxes: pieces of one line, lines of one plane, planes. Removes the largest at the beginning of
/// the share. A share that is not empty has at most `2 * Dimensions - 1` boxes.
template <int Dimensions, class Index>
box<Dimensions, Index> take_box(extents<Dimensions, Index> const& over, share& mine) {
  box<Dimensions, Index> taken;
  detail::index_at(over, mine.begin, taken.begin);
  long long left = mine.size(), indices = 1;
  bool whole = true;  // from its first index to its last, in each faster dimension
  for (int dimension = Dimensions - 1; dimension >= 0; --dimension) {
    long long const size = over[dimension], begin = taken.begin[dimension];
    long long const end = !whole ? begin + 1 : left < size - begin ? begin + left : size;
    taken.end[dimension] = static_cast<Index>(end);
    indices *= end - begin;
    whole = whole && begin == 0 && left / 2 >= size;
    left /= size;
  }
  mine.begin += indices;
  return taken;
}

/// Calls `kernel` for the indices of `mine` in their order. The kernel is a copy and this function is inlined into its
/// caller. So compilers know that stores do not change the kernel, and keep it in registers. Whole planes, and whole
/// lines in two dimensions, are loops from 0 to the extents. So compilers move two decisions out of the line: a
/// kernel's conditions on the same bounds, and whether memory overlaps.
template <class Index, class Kernel>
[[gnu::always_inline]] inline void each_index(extents<1, Index>, share mine, Kernel const kernel) {
  Index const end = static_cast<Index>(mine.end);
  for (Index i = static_cast<Index>(mine.begin); i < end; ++i) kernel(i);
}
template <class Index, class Kernel>
[[gnu::always_inline]] inline void each_index(extents<2, Index> over, share mine, Kernel const kernel) {
  Index const columns = over[1];
  while (mine.size() > 0) {
    auto const [begin, end] = take_box(over, mine);
    Index const last_row = end[0], first = begin[1], last = end[1];
    if (last - first == columns) {
      for (Index row = begin[0]; row < last_row; ++row) {
        along_line(Index{0}, columns, [&](Index column) { kernel(row, column); });
      }
    } else {
      along_line(first, last, [&, row = begin[0]](Index column) { kernel(row, column); });
    }
  }
}
template <class Index, class Kernel>
[[gnu::always_inline]] inline void each_index(extents<3, Index> over, share mine, Kernel const kernel) {
  Index const rows = over[1], columns = over[2];
  while (mine.size() > 0) {
    auto const [begin, end] = take_box(over, mine);
    Index const first_row = begin[1], last_row = end[1], first = begin[2], last = end[2];
    if (last_row - first_row == rows && last - first == columns) {
      Index const last_plane = end[0];
      for (Index plane = begin[0]; plane < last_plane; ++plane) {
        for (Index row = 0; row < rows; ++row) {
          along_line(Index{0}, columns, [&](Index column) { kernel(plane, row, column); });
        }
      }
    } else {
      Index const plane = begin[0];
      for (Index row = first_row; row < last_row; ++row) {
        along_line(first, last, [&](Index column) { kernel(plane, row, column); });
      }
    }
  }
}

template <int Dimensions, class Index, class Kernel>
  requires(Dimensions > 3)
[[gnu::always_inline]] inline void each_index(extents<Dimensions, Index> over, share mine, Kernel const kernel) {
  while (mine.size() > 0) {
    each_in_box(
        take_box(over, mine), [](Index begin, Index end, auto const& call) { along_line(begin, end, call); },
        [&](auto... index) { kernel(index...); });
  }
}

#ifdef _OPENMP

/// Calls the kernel for a share of the indices: all that threads have of the kernel's type.
template <int Dimensions, class Index, class Kernel>
void share_of_kernel(void const* kernel, extents<Dimensions, Index> over, share mine) {
  each_index(over, mine, *static_cast<Kernel const*>(kernel));
}
template <int Dimensions, class Index>
using function_of_share = void (*)(void const* kernel, extents<Dimensions, Index> over, share mine);

/// A thread's equal share of the indices for every shape: it may begin and end within a line. The threads read a copy
/// of the kernel's bytes, on cache lines of its own. Kernels of one size have one such class.
template <int Dimensions, class Index, std::size_t Size, std::size_t Alignment>
struct alignas(Alignment > 64 ? Alignment : 64) shared_for_each : thread_work {
  shared_for_each(extents<Dimensions, Index> indices, void const* kernel, function_of_share<Dimensions, Index> function)
      : thread_work{&call_share}, function_(function), over_(indices) {
    std::memcpy(kernel_, kernel, Size);
  }

 private:
  static void call_share(thread_work const& self, int thread, int threads) {
    auto const& loop = static_cast<shared_for_each const&>(self);
    loop.function_(loop.kernel_, loop.over_, share(loop.over_.size(), thread, threads));
  }

  function_of_share<Dimensions, Index> function_;
  extents<Dimensions, Index> over_;
  alignas(Alignment) std::byte kernel_[Size];
};
/// Runs a loop that is not surely short.
template <std::size_t Size, std::size_t Alignment, int Dimensions, class Index>
[[gnu::noinline]] void run_for_each_faster(loop_cost& cost, extents<Dimensions, Index> over, void const* kernel,
                                           function_of_share<Dimensions, Index> function) {
  shared_for_each<Dimensions, Index, Size, Alignment> const loop(over, kernel, function);
  int const most = max_threads();
  run_loop(next_way(cost, over.size(), most), cost, over.size(), most, loop);
}
/// Only what has the kernel's type is compiled with each kernel: a short loop, and a share of a thread.
template <int Dimensions, class Index, class Kernel>
ALLOTYPE_OF_EACH_KERNEL void run_for_each(openmp, host_state& state, extents<Dimensions, Index> const& over,
                                          Kernel const& kernel) {
  static constinit thread_local loop_cost cost;
  if (cost.below_threshold(over.size())) return run_for_each(serial{}, state, over, kernel);
  // A copy: a short loop has its kernel in registers.
  Kernel const copy = kernel;
  run_for_each_faster<sizeof(Kernel), alignof(Kernel)>(cost, over, &copy, &share_of_kernel<Dimensions, Index, Kernel>);
}

/// The threads take chunks in turn, each when it is done with the one before.
template <int Dimensions, class Index, class Kernel>
void run_for_each(openmp, host_state&, extents<Dimensions, Index> const& over, Kernel const& kernel, dynamic schedule) {
  first_exception failure;
  long long const count = over.size(), chunk = schedule.chunk, chunks = count / chunk + (count % chunk != 0);
#  pragma omp parallel for schedule(dynamic, 1) num_threads(max_threads())
  for (long long number = 0; number < chunks; ++number) {
    long long const begin = number * chunk, end = number + 1 < chunks ? begin + chunk : count;
    failure.guard([&] { each_index(over, share(begin, end), kernel); });
  }
  failure.rethrow();
}

#endif

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which thread calls a kernel for which indices, where a backend leaves a choice.
#pragma once

#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// `for_each(queue, extents, kernel, dynamic{64})`: each thread takes the next `chunk` indices, in row-major order,
/// when it is done with those before. For kernels that take much longer for some indices than for others. Only OpenMP
/// has a choice: on a GPU blocks are taken so in any case, and one thread alone takes all. OpenMP runs such a loop on
/// all threads, short or not.
struct dynamic {
  int chunk = 1;  ///< indices that a thread takes at a time; at least 1
};

/// `for_each(queue, extents, kernel, indices_per_thread<4>{})`: on a GPU each thread calls the kernel for so many
/// indices, 1 to 16, of a range of one dimension. For kernels of a few instructions over long ranges: what a thread
/// computes once, addresses above all, then serves all of its indices. The kernel's code is there once for each, so
/// large kernels are better off without. The host processor has no such choice: its loops are as they are without it.
template <int Count>
struct indices_per_thread {};
/// Does not compile; it says which numbers there are.
template <int Count>
  requires(Count < 1 || Count > 16)
struct indices_per_thread<Count> {
  static constexpr bool possible = Count >= 1 && Count <= 16;
  static_assert(possible,
                "indices_per_thread<N>: a thread has 1 to 16 indices, and the number stands in angle brackets: "
                "indices_per_thread<4>{}");

  template <class Number>
  constexpr indices_per_thread(Number) {}
  constexpr indices_per_thread() = default;
};
template <class Number>
indices_per_thread(Number) -> indices_per_thread<0>;

/// `for_each(queue, extents, kernel, first_index_fastest{})`: neighbouring threads of a GPU, and the steps of a loop on
/// the CPU, have neighbouring first indices in place of last ones. For kernels whose views are `column_major`.
struct first_index_fastest {};

namespace detail {

/// The backend's own way: with OpenMP equal shares, or the calling thread where it is done sooner.
struct schedule_of_backend {};

inline void check(schedule_of_backend) {}
inline void check(first_index_fastest) {}
template <int Count>
void check(indices_per_thread<Count>) {}
/// \throws size_error if a chunk has no indices
inline void check(dynamic schedule) {
  if (schedule.chunk >= 1) return;
  throw size_error(message<2000>{} << "for_each: dynamic{" << schedule.chunk << "}; a chunk has 1 index or more");
}

/// Threads take several indices of a line. In more dimensions they have one each.
template <class Schedule, int Dimensions>
inline constexpr bool takes_dimensions = true;
template <int Count, int Dimensions>
inline constexpr bool takes_dimensions<indices_per_thread<Count>, Dimensions> = Dimensions == 1;

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

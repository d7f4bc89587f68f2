// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which thread calls a kernel for which indices, where a backend leaves a choice.
#pragma once

#include <allotype/core/error.hpp>

namespace allotype {

/// `for_each(queue, extents, kernel, dynamic{64})`: each thread takes the next `chunk` indices, in row-major order, when it is
/// done with those before. For kernels that take much longer for some indices than for others. Only OpenMP has a choice: on a
/// GPU blocks are taken so in any case, and one thread alone takes all. OpenMP runs such a loop on all threads, short or not.
struct dynamic {
  int chunk = 1;
};

namespace detail {

/// The backend's own way: with OpenMP equal shares, or the calling thread where it is done sooner.
struct schedule_of_backend {};

inline void check(schedule_of_backend) {}
/// \throws size_error if a chunk has no indices
inline void check(dynamic schedule) {
  if (schedule.chunk >= 1) return;
  throw size_error(message<2000>{} << "for_each: dynamic{" << schedule.chunk << "}; a chunk has 1 index or more");
}

}  // namespace detail
}  // namespace allotype

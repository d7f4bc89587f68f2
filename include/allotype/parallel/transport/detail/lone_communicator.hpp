// SPDX-License-Identifier: BSL-1.0
/// \file
/// The group of one rank. Its collectives return at once, and cost at most a copy.
#pragma once

#include <cstring>

#include <allotype/parallel/transport/collectives.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

class lone_communicator {
 public:
  int rank() const { return 0; }
  int size() const { return 1; }

  void barrier() {}
  template <class T>
  void broadcast(T*, std::size_t, int) {}
  template <class T, class Op>
  void all_reduce(T*, std::size_t, Op const&) {}
  template <class T>
  void all_gather(T const* mine, std::size_t count, T* all) {
    if (count != 0) std::memmove(all, mine, count * sizeof(T));
  }
  template <class T, class Op>
  void reduce_scatter(T const* all, std::size_t count, T* mine, Op const&) {
    if (count != 0) std::memmove(mine, all, count * sizeof(T));
  }
};

static_assert(communicator<lone_communicator>);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

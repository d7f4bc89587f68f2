// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a rank says on entering a collective, so that ranks which do different things are found and not mixed.
#pragma once

#include <allotype/core/detail/message.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

enum class collective : int { none, barrier, broadcast, all_reduce, all_gather, reduce_scatter, end };

constexpr char const* name_of_collective(collective which) {
  constexpr char const* names[] = {
      "nothing", "barrier", "broadcast", "all_reduce", "all_gather", "reduce_scatter", "the end of its function"};
  return names[static_cast<int>(which)];
}

struct collective_call {
  collective which = collective::none;
  int element_bytes = 0;
  long long count = 0;  ///< elements of one rank
  long long root = 0;

  friend constexpr bool operator==(collective_call const&, collective_call const&) = default;
};

inline message<120> describe(collective_call const& call) {
  message<120> text = name_of_collective(call.which);
  if (call.which == collective::broadcast || call.which >= collective::all_reduce) {
    if (call.which != collective::end)
      text << " of " << call.count << " elements of " << call.element_bytes << " bytes";
  }
  if (call.which == collective::broadcast) text << " from rank " << call.root;
  return text;
}

/// The first rank whose call is not rank 0's; -1 where all are the same.
inline int first_different(collective_call const* calls, int ranks) {
  for (int rank = 1; rank < ranks; ++rank) {
    if (!(calls[rank] == calls[0])) return rank;
  }
  return -1;
}

inline message<2000> describe_difference(collective_call const* calls, int rank) {
  return message<2000>{} << "the ranks do not do the same: rank 0 is at " << describe(calls[0]).text() << ", rank "
                         << rank << " at " << describe(calls[rank]).text();
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

// SPDX-License-Identifier: BSL-1.0
/// \file
/// What ranks send to each other once they are connected: in front of everything a frame, whose fields are checked
/// before they are used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include <allotype/cluster/quoting/terminal.hpp>
#include <allotype/core/detail/character.hpp>
#include <allotype/parallel/transport/detail/collective_call.hpp>
#include <allotype/parallel/transport/rank_error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

struct socket_frame {
  enum class kind : std::uint32_t { call = 0x616c6c01, elements, failure };
  kind what = kind::call;
  std::int32_t failed_rank = 0;  ///< of a failure, as what follows
  std::int32_t failure = 0;
  collective_call call;
  char text[480]{};  ///< of which each byte may take four when it is shown
};

/// Where a rank is reached, as rank 0 tells the others.
struct socket_address {
  std::uint32_t port = 0;
  char address[60]{};  ///< empty: where rank 0 is reached
};

/// Letters, digits, `_` and `#`, and zeros behind them.
inline bool is_name(short_name const& name) {
  bool over = false;
  for (char const each : name.text) {
    bool const fits = is_digit(each) || (each >= 'a' && each <= 'z') || each == '_' || each == '#';
    over = over || each == '\0';
    if (over ? each != '\0' : !fits) return false;
  }
  return true;
}

/// What is wrong with a frame from a rank of `ranks`; null: nothing. What another version of the library says of its
/// collective is not for this one to judge.
inline char const* what_is_wrong(socket_frame const& frame, int ranks) {
  using kind = socket_frame::kind;
  if (frame.what == kind::failure) {
    if (frame.failed_rank < 0 || frame.failed_rank >= ranks) return "the failure of a rank that the job has not";
    bool const known = frame.failure >= 0 && frame.failure <= static_cast<int>(rank_error::kind::disagrees);
    return known ? nullptr : "an unknown kind of failure";
  }
  if (frame.what != kind::call && frame.what != kind::elements) return "something that is no message";
  collective_call const& call = frame.call;
  if (call.version != ALLOTYPE_VERSION) return nullptr;
  if (!is_collective(call.which) || call.which == collective::none) return "an unknown collective";
  if (call.count < 0 || call.element_bytes < 0) return "a negative size";
  if (call.root < 0 || call.root >= ranks) return "a root that the job has not";
  if (!is_name(call.element) || !is_name(call.operation)) return "a type that has no name";
  return nullptr;
}

/// What a rank said of a failure, for people.
inline rank_error failure_in(socket_frame const& frame) {
  std::string const text(frame.text, strnlen(frame.text, sizeof frame.text));
  return {static_cast<rank_error::kind>(frame.failure), frame.failed_rank,
          message<2000>{} << terminal_text(text).c_str()};
}

inline socket_frame failure_frame(rank_error::kind failure, int failed_rank, char const* text) {
  socket_frame said;
  said.what = socket_frame::kind::failure;
  said.failed_rank = failed_rank;
  said.failure = static_cast<std::int32_t>(failure);
  std::strncpy(said.text, text, sizeof said.text - 1);
  return said;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

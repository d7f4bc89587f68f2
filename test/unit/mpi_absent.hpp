// SPDX-License-Identifier: BSL-1.0
/// \file
/// A rank that never arrives.
#pragma once

#include <unistd.h>
#include <cstdlib>

/// The last rank of a job waits for ever, before it has said a word to the others.
inline void stay_away_where_last() {
  char const* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
  char const* const ranks = std::getenv("OMPI_COMM_WORLD_SIZE");
  while (rank != nullptr && ranks != nullptr && std::atoi(rank) == std::atoi(ranks) - 1) pause();
}

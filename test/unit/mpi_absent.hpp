// SPDX-License-Identifier: BSL-1.0
/// \file
/// A rank that never arrives.
#pragma once

#include <unistd.h>
#include <cstdlib>
#include <utility>

/// The last rank of a job waits for ever, before it has said a word to the others. Whoever started it, Open MPI or Slurm,
/// said which it is.
inline void stay_away_where_last() {
  for (auto const& [rank_name, ranks_name] :
       {std::pair{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, std::pair{"SLURM_PROCID", "SLURM_NTASKS"}}) {
    char const* const rank = std::getenv(rank_name);
    char const* const ranks = std::getenv(ranks_name);
    if (rank == nullptr || ranks == nullptr) continue;
    while (std::atoi(rank) == std::atoi(ranks) - 1) pause();
    return;
  }
}

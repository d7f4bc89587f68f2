// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Slurm's `srun` says to the processes that it starts (srun(1), OUTPUT ENVIRONMENT VARIABLES).
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <string>

#include <allotype/core/detail/message.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// How many processes of its step srun started on each node, as Slurm writes it: `2`, `2(x3)`, `2(x3),1`. Null where
/// not srun started this very process: what `mpirun` starts inside a step inherits variables that are about others.
inline char const* slurm_tasks_per_node() {
  char const* const process = std::getenv("SLURM_TASK_PID");
  if (process == nullptr || process != std::to_string(getpid())) return nullptr;
  return std::getenv("SLURM_STEP_TASKS_PER_NODE");
}

/// The same number of processes on each node, as Slurm writes it.
inline message<100> in_slurm_words(int tasks, int nodes) {
  message<100> text;
  text << tasks;
  if (nodes > 1) text << "(x" << nodes << ")";
  return text;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

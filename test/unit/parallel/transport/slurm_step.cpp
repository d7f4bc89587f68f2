// SPDX-License-Identifier: BSL-1.0
// What srun says to a process; test/slurm asks a real one.

#include <unistd.h>

#include <cstdlib>
#include <string>

#include <allotype/parallel/transport/detail/slurm_step.hpp>

#include "catch.hpp"

namespace at = allotype;

TEST_CASE("tasks of a step count for the process that srun started") {
  setenv("SLURM_STEP_TASKS_PER_NODE", "2(x3),1", 1);
  unsetenv("SLURM_TASK_PID");
  CHECK(at::detail::slurm_tasks_per_node() == nullptr);
  setenv("SLURM_TASK_PID", std::to_string(getppid()).c_str(), 1);  // mpirun's, say
  CHECK(at::detail::slurm_tasks_per_node() == nullptr);
  setenv("SLURM_TASK_PID", std::to_string(getpid()).c_str(), 1);
  REQUIRE(at::detail::slurm_tasks_per_node() != nullptr);
  CHECK(std::string(at::detail::slurm_tasks_per_node()) == "2(x3),1");
  unsetenv("SLURM_STEP_TASKS_PER_NODE");
  CHECK(at::detail::slurm_tasks_per_node() == nullptr);
}

TEST_CASE("the same number of tasks on each node, in Slurm's words") {
  CHECK(std::string(at::detail::in_slurm_words(4, 1).text()) == "4");
  CHECK(std::string(at::detail::in_slurm_words(2, 3).text()) == "2(x3)");
}

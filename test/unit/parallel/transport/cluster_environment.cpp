// SPDX-License-Identifier: BSL-1.0
// What torchrun and Slurm say to the processes that they start. test/unit/parallel/transport/socket_job.py starts such
// processes.

#include <unistd.h>

#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>

#include <allotype/parallel/transport/cluster_environment.hpp>

#include "catch.hpp"

namespace at = allotype;

namespace {

/// These variables and no others of torchrun and Slurm, while it lives.
class environment {
 public:
  environment(std::initializer_list<std::pair<char const*, std::string>> set) {
    clear();
    for (auto const& [name, value] : set) setenv(name, value.c_str(), 1);
  }
  ~environment() { clear(); }
  environment(environment const&) = delete;

 private:
  static void clear() {
    for (char const* name :
         {"RANK", "WORLD_SIZE", "LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT", "TORCHELASTIC_USE_AGENT_STORE",
          "SLURM_PROCID", "SLURM_NTASKS", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", "SLURM_JOB_ID", "SLURM_STEP_ID",
          "SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST", "SLURM_TASK_PID"}) {
      unsetenv(name);
    }
  }
};

}  // namespace

TEST_CASE("torchrun's variables say where a process stands") {
  environment const set{
      {"RANK", "3"}, {"WORLD_SIZE", "4"}, {"LOCAL_RANK", "1"}, {"MASTER_ADDR", "node7"}, {"MASTER_PORT", "29500"}};
  REQUIRE(at::detail::torchrun_environment::detect());
  auto const place = at::detail::torchrun_environment::place();
  CHECK(place.rank == 3);
  CHECK(place.size == 4);
  CHECK(place.local_rank == 1);
  CHECK(place.main_address == "node7");
  CHECK(place.main_port == 29500);
  setenv("TORCHELASTIC_USE_AGENT_STORE", "True", 1);
  CHECK(at::detail::torchrun_environment::place().main_port == 29501);
  unsetenv("LOCAL_RANK");
  CHECK(at::detail::torchrun_environment::place().local_rank == -1);
  setenv("RANK", "4", 1);
  CHECK_THROWS_WITH(at::detail::torchrun_environment::place(), "RANK=4 is not valid: it is a whole number from 0 to 3");
  setenv("WORLD_SIZE", "0", 1);
  CHECK_THROWS_WITH(at::detail::torchrun_environment::place(),
                    contains("WORLD_SIZE=0 is not valid: it is a whole number from 1"));
  unsetenv("WORLD_SIZE");
  CHECK(!at::detail::torchrun_environment::detect());
}

TEST_CASE("Slurm's variables count for the process that srun started") {
  environment const set{{"SLURM_PROCID", "5"},  {"SLURM_NTASKS", "8"},
                        {"SLURM_LOCALID", "1"}, {"SLURM_JOB_ID", "123456"},
                        {"SLURM_STEP_ID", "2"}, {"SLURM_STEP_NODELIST", "gpu[003-006,9],cpu1"}};
  CHECK(!at::detail::slurm_environment::detect());
  setenv("SLURM_TASK_PID", std::to_string(getppid()).c_str(), 1);
  CHECK(!at::detail::slurm_environment::detect());
  setenv("SLURM_TASK_PID", std::to_string(getpid()).c_str(), 1);
  REQUIRE(at::detail::slurm_environment::detect());
  auto const place = at::detail::slurm_environment::place();
  CHECK(place.rank == 5);
  CHECK(place.size == 8);
  CHECK(place.local_rank == 1);
  CHECK(place.main_address == "gpu003");
  CHECK(place.main_port == 15000 + 123456 % 15000 + 202);
  CHECK(place.other_ports == 15);
  setenv("SLURM_STEP_ID", "3", 1);
  CHECK(at::detail::slurm_environment::place().job != place.job);
  setenv("SLURM_STEP_ID", "2", 1);
  CHECK(at::detail::slurm_environment::place().job == place.job);
  setenv("SLURM_STEP_NUM_TASKS", "6", 1);  // the step's count before the job's
  CHECK(at::detail::slurm_environment::place().size == 6);
  setenv("MASTER_ADDR", "10.0.0.1", 1);
  setenv("MASTER_PORT", "4000", 1);
  CHECK(at::detail::slurm_environment::place().main_address == "10.0.0.1");
  CHECK(at::detail::slurm_environment::place().main_port == 4000);
}

TEST_CASE("the first host of a list as Slurm writes it") {
  auto const first = [](char const* list) { return at::detail::first_host(list); };
  CHECK(first("node1") == "node1");
  CHECK(first("a,b") == "a");
  CHECK(first("n[1-3]") == "n1");
  CHECK(first("n[07,09-12]-ib,m1") == "n07-ib");
  CHECK(first("r[1-2]n[04-05]") == "r1n04");
}

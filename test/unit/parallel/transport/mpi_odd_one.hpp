// SPDX-License-Identifier: BSL-1.0
/// \file
/// The rank of a job that does something else than the others: the last one.
#pragma once

#include <unistd.h>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <allotype/parallel/transport/collectives.hpp>

/// The limit of a job, as mpi_job.py gives it: the program's last argument.
inline std::chrono::milliseconds limit_of_job(int argc, char** argv) {
  return std::chrono::seconds(argc > 4 ? std::atoi(argv[4]) : 60);
}

/// The last rank of a job waits for ever, before it has said a word to the others. Whoever started it, Open MPI or
/// Slurm, said which it is.
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

/// A sum that one rank cannot make.
struct throwing_sum {
  bool throws = false;
  float operator()(float a, float b) const {
    if (throws) throw std::runtime_error("out of cheese");
    return a + b;
  }
};

/// All ranks sum up 100 numbers, but the last one does what it is told. mpi_job.py knows what the job says then.
template <class Communicator>
void sum_with_an_odd_one(Communicator& group, std::string const& what) {
  bool const odd_one = group.rank() == group.size() - 1;
  std::vector<float> numbers(100);
  if (odd_one && what == "throw") throw std::runtime_error("out of cheese");
  if (odd_one && what == "kill") raise(SIGKILL);
  if (odd_one && (what == "sleep" || what == "linger")) {
    for (;;) pause();
  }
  if (odd_one && what == "leave") return;
  if (odd_one && what == "exit") _exit(0);
  if (what == "linger") return;
  if (what == "operation throws") return allotype::all_reduce(group, std::span(numbers), throwing_sum{odd_one});
  if (odd_one && what == "type") {
    std::vector<int> whole(100);
    return allotype::all_reduce(group, std::span(whole), allotype::plus{});
  }
  if (odd_one && what == "operation") return allotype::all_reduce(group, std::span(numbers), allotype::maximum{});
  if (what == "root") return allotype::broadcast(group, std::span(numbers), odd_one ? 1 : 0);
  if (odd_one && what == "other") return allotype::barrier(group);
  if (what == "large") numbers.resize(4'000'000);
  if (odd_one && what == "more") numbers.resize(100'000);
  allotype::all_reduce(group, std::span(numbers), allotype::plus{});
}

// SPDX-License-Identifier: BSL-1.0
// One rank of an MPI job that trains, for test/unit/mpi_job.py and test/slurm/ranks.py. What it does is its first
// argument; the third is the number of nodes.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <allotype/parallel/executor/make_executor.hpp>
#include <allotype/parallel/over_mpi.hpp>

#include "collectives.hpp"
#include "mpi_odd_one.hpp"
#include "parallel/executor/unusable_settings.hpp"
#include "parallel/training/training.hpp"

using namespace std::chrono_literals;

namespace {

/// A job's ranks: the same number on each node.
struct ranks_of_job {
  int ranks = 1;
  int nodes = 1;
  int each() const { return ranks / nodes; }
};

template <class Strategy, class P>
std::vector<double> trained(ranks_of_job of) {
  std::vector<double> result;
  at::executor<at::cpu, Strategy, P> const executor({.devices = of.each(), .num_nodes = of.nodes, .time_limit = 60s});
  executor.run([&](auto& here) {
    auto mine = training::train(here, at::adam{.rate = 0.01f}, 10);
    if (here.is_global_zero() || here.size() == 1) result = mine;
    if (!std::is_same_v<typename Strategy::transport, at::over_threads>) result = mine;
  });
  return result;
}

/// Threads and processes, sharded and not: the same bits.
template <class P>
void compare(ranks_of_job of, byte_sum& sum) {
  auto const threads = trained<at::data_parallel<at::over_threads>, P>({of.ranks, 1});
  require(same_bytes(trained<at::data_parallel<at::over_mpi>, P>(of), threads), "data_parallel over processes");
  require(same_bytes(trained<at::sharded_data_parallel<at::over_mpi>, P>(of), threads), "sharded over processes");
  sum.add(threads);
}

/// Every process has the values of all ranks.
void check_values(ranks_of_job of) {
  at::executor<at::cpu, at::data_parallel<at::over_mpi>> const executor(
      {.devices = of.each(), .num_nodes = of.nodes, .time_limit = 60s});
  require(executor.run([](auto& here) { return 3.5 + here.rank(); }) == 3.5, "the value of rank 0");
  std::vector<int> ranks;
  for (int rank = 0; rank < of.ranks; ++rank) ranks.push_back(rank);
  require(executor.run_all([](auto& here) { return here.rank(); }) == ranks, "the values of all ranks");
}

/// By names: in a job of several processes `auto` and `sharded` mean processes.
void check_names(ranks_of_job of) {
  int const ranks = of.ranks;
  auto const made = [&](char const* strategy) {
    return at::make_executor<at::list<at::cpu>, at::list<at::over_threads, at::over_mpi>, at::list<at::fp32_true>>(
        {.devices = of.each(), .strategy = strategy, .num_nodes = of.nodes, .time_limit = 60s});
  };
  require(std::string(made("auto").strategy()) == (ranks > 1 ? "ddp" : "single_device"), "auto");
  require(std::string(made("ddp").strategy()) == "ddp", "ddp");
  // What one process does alone, several would all do.
  for (at::executor_options const& alone :
       {at::executor_options{}, {.strategy = "single_device"}, {.strategy = "dp"}, {.devices = 2, .strategy = "dp"}}) {
    try {
      (void)at::make_executor<at::list<at::cpu>, at::list<at::over_threads, at::over_mpi>, at::list<at::fp32_true>>(
          alone);
      require(ranks == 1, "strategy " + alone.strategy + " in several processes, which is refused");
    } catch (at::error const& error) {
      std::string const refusal = " runs in one process, and this job has " + std::to_string(ranks) +
                                  ", which would all do the same: take auto, ddp or sharded";
      require(ranks > 1 && std::string(error.what()).find(refusal) != std::string::npos, error.what());
    }
  }
  std::vector<double> by_name;
  made("sharded").run([&](auto& here) {
    using group = typename std::remove_cvref_t<decltype(here)>::communicator_type;
    require(std::is_same_v<group, at::detail::mpi_communicator> == (ranks > 1), "sharded, over processes");
    by_name = training::train(here, at::adam{.rate = 0.01f}, 10);
  });
  require(same_bytes(by_name, trained<at::data_parallel<at::over_mpi>, at::fp32_true>(of)), "sharded by name");
}

using job = at::executor<at::cpu, at::data_parallel<at::over_mpi>>;

void require_refusal(at::executor_settings const& settings, std::string const& because) {
  try {
    job(settings).run([](auto&) {});
  } catch (at::error const& error) {
    std::string const said = error.what();
    return require(said.find(because) != std::string::npos, "the refusal, not because " + because + ": " + said);
  }
  require(false, "what was to be refused: " + because);
}

/// mpirun on one machine may be told that it is two; srun knows.
void check_nodes(ranks_of_job of) {
  int const others = of.nodes == 1 ? 2 : 1;
  if (of.ranks % others != 0) return;
  at::executor_settings const settings{.devices = of.ranks / others, .num_nodes = others};
  if (at::detail::slurm_tasks_per_node() == nullptr)
    return job(settings).run([](auto& here) { at::barrier(here.group()); });
  require_refusal(settings, "start it with srun --nodes=" + std::to_string(others));
}

}  // namespace

namespace {

template <class Strategy>
void check_settings_of(ranks_of_job const& of) {
  using executor = at::executor<at::cpu, Strategy>;
  at::executor_settings const usable{.devices = of.each(), .num_nodes = of.nodes};
  executor const made(usable);
  auto all = unusable::of_any("cpu");
  all.push_back({"more devices", [](auto& to) { to.devices += 1; }, "start it with mpirun -n"});
  all.push_back({"more nodes", [](auto& to) { to.num_nodes += 1; }, "start it with mpirun -n"});
  all.push_back({"a cluster environment", [](auto& to) { to.cluster_environment = "slurm"; },
                 "over mpi asks no cluster environment, and \"slurm\" was named"});
  std::string const wrong = unusable::taken<executor>(Strategy::name, usable, all);
  require(wrong.empty(), wrong);
}
void check_settings(ranks_of_job const& of) {
  check_settings_of<at::data_parallel<at::over_mpi>>(of);
  check_settings_of<at::sharded_data_parallel<at::over_mpi>>(of);
}

}  // namespace

int main(int argc, char** argv) {
  std::string const what = argc > 1 ? argv[1] : "";
  if (what == "absent") stay_away_where_last();
  int const ranks = at::over_mpi::processes({.time_limit = limit_of_job(argc, argv)});
  ranks_of_job const of{ranks, argc > 3 ? std::atoi(argv[3]) : 1};
  if (what == "compare") {
    byte_sum sum;
    try {
      compare<at::fp32_true>(of, sum);
      compare<at::bf16_mixed>(of, sum);
      compare<at::fp16_true>(of, sum);
      require_refusal({.devices = ranks + 1}, "start it with mpirun -n " + std::to_string(ranks + 1));
      check_values(of);
      check_names(of);
      check_nodes(of);
      check_settings(of);
    } catch (std::exception const& error) {
      std::printf("%s\n", error.what());
      return 1;
    }
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::printf("rank %d of %d: %016" PRIx64 "\n", rank, ranks, sum.value());
    return 0;
  }
  job({.devices = of.each(), .num_nodes = of.nodes, .time_limit = limit_of_job(argc, argv)}).run([&](auto& here) {
    sum_with_an_odd_one(here.group(), what);
  });
  std::puts("the job went on");
}

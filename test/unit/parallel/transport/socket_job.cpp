// SPDX-License-Identifier: BSL-1.0
// One rank of a job of processes over sockets, for socket_job.py. What it does is its first argument; the last one is
// the time limit in seconds.

#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <allotype/parallel/executor/make_executor.hpp>
#include <allotype/parallel/over_sockets.hpp>

#include "collectives.hpp"
#include "mpi_odd_one.hpp"
#include "parallel/executor/unusable_settings.hpp"
#include "parallel/training/training.hpp"

namespace outsider {

/// A launcher of one's own, and what it tells its processes: OUTSIDER=rank/size/port.
struct launcher {
  static constexpr char name[] = "outsider";
  static bool detect() { return std::getenv("OUTSIDER") != nullptr; }
  static at::place_in_job place() {
    at::place_in_job here;
    if (std::sscanf(std::getenv("OUTSIDER"), "%d/%d/%d", &here.rank, &here.size, &here.main_port) != 3) {
      throw at::error("OUTSIDER is not rank/size/port");
    }
    here.main_address = "localhost";
    return here;
  }
};
static_assert(at::cluster_environment<launcher> && !at::cluster_environment<int>);
auto const launcher_is_registered = at::register_part<launcher>("outsider", "a launcher of one's own");

}  // namespace outsider

namespace {

template <class Strategy, class P>
std::vector<double> trained(int ranks) {
  std::vector<double> result;
  at::executor<at::cpu, Strategy, P>({.devices = ranks, .time_limit = std::chrono::hours{1}}).run([&](auto& here) {
    auto mine = training::train(here, at::adam{.rate = 0.01f}, 10);
    if (here.is_global_zero() || !std::is_same_v<typename Strategy::transport, at::over_threads>) result = mine;
  });
  return result;
}

/// The collectives and training give the bytes of as many threads, by type and by name.
std::uint64_t compare(int ranks) {
  std::vector<std::uint64_t> sums(static_cast<std::size_t>(ranks));
  at::thread_group(ranks).run([&](auto& group) { sums[static_cast<std::size_t>(group.rank())] = exercise_all(group); });
  std::uint64_t sum = 0;
  at::executor<at::cpu, at::data_parallel<at::over_sockets>>({.devices = ranks}).run([&](auto& here) {
    sum = exercise_all(here.group());
    require(sum == sums[static_cast<std::size_t>(here.rank())], "comparison with threads");
    no_byte_sum none;
    exercise<float>(here.group(), (std::size_t{1} << 20) + 3, none);  // more than the system keeps of a connection
  });
  auto const threads = trained<at::data_parallel<>, at::fp32_true>(ranks);
  require(same_bytes(trained<at::data_parallel<at::over_sockets>, at::fp32_true>(ranks), threads),
          "data_parallel over sockets");
  require(same_bytes(trained<at::sharded_data_parallel<at::over_sockets>, at::fp32_true>(ranks), threads),
          "sharded over sockets");
  auto const by_name =
      at::make_executor<at::list<at::cpu>, at::list<at::over_threads, at::over_sockets>, at::list<at::fp32_true>>(
          {.accelerator = "cpu",
           .devices = ranks,
           .strategy = "auto",
           .cluster_environment = ranks == 1 ? "torchrun" : "auto"});  // one rank may be one that was started, too
  require(std::string(by_name.strategy()) == (ranks > 1 ? "ddp" : "single_device"), "auto by name");
  require(std::string(by_name.process_group_backend()) == (ranks > 1 ? "sockets" : "none"), "backend by name");
  return sum;
}

/// Trains with a checkpoint after each step, by threads or by processes; the last rank is killed in step `killed_in`.
template <class Strategy>
std::uint64_t train_with_checkpoints(int ranks, std::string const& file, int killed_in) {
  std::uint64_t sum = 0;
  at::executor<at::cpu, Strategy>({.devices = ranks, .time_limit = std::chrono::hours{1}}).run([&](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>(101, 1.f), at::adam{.rate = 0.1f}};
    if (std::filesystem::exists(file)) parameters.load(file);
    while (parameters.steps() < 12) {
      auto const all = parameters.gather();
      auto const gradients = parameters.gradients();
      for (int i = 0; i < 101; ++i) gradients(i) = all(i) - 0.1f * static_cast<float>(i + here.rank());
      parameters.step();
      if (parameters.steps() == killed_in && here.rank() == ranks - 1) std::raise(SIGKILL);
      parameters.save(file);
    }
    byte_sum of_all;
    of_all.add(parameters.values());
    of_all.add(parameters.state());
    if (here.is_global_zero()) sum = of_all.value();
  });
  return sum;
}

/// Under a launcher that starts again: killed in two steps, and the same bytes as threads that nobody kills.
void resume(int ranks, std::string const& file) {
  char const* const count = std::getenv("TORCHELASTIC_RESTART_COUNT");
  int const start = count == nullptr ? 0 : std::atoi(count);
  int const killed_in = start == 0 ? 4 : start == 1 ? 9 : 0;
  auto const sum = train_with_checkpoints<at::sharded_data_parallel<at::over_sockets>>(ranks, file, killed_in);
  if (std::atoi(std::getenv("RANK")) != 0) return;
  auto const expected = train_with_checkpoints<at::data_parallel<>>(ranks, file + ".threads", 0);
  require(start == 2 && sum == expected, "training that was killed twice has other bytes");
  std::puts("the same bytes");
}

/// In a process that nobody started as a rank.
template <class Strategy>
void check_settings() {
  using executor = at::executor<at::cpu, Strategy>;
  executor const made{at::executor_settings{}};
  auto all = unusable::of_any("cpu");
  all.push_back({"two devices", [](auto& to) { to.devices = 2; }, "this one was started alone"});
  all.push_back({"two nodes", [](auto& to) { to.num_nodes = 2; }, "this one was started alone"});
  all.push_back({"an unknown environment", [](auto& to) { to.cluster_environment = "slrum"; },
                 "cluster environment \"slrum\" is not known; known are: auto"});
  all.push_back({"an environment that lacks its variables", [](auto& to) { to.cluster_environment = "torchrun"; },
                 "WORLD_SIZE is not set"});
  std::string const wrong = unusable::taken<executor>(Strategy::name, {}, all);
  require(wrong.empty(), wrong);
}

}  // namespace

int main(int argc, char** argv) {
  std::string const what = argc > 1 ? argv[1] : "";
  std::string const environment = argc > 3 ? argv[3] : "auto";
  try {
    at::ranks_wanted const asked{.cluster_environment = environment.c_str()};
    int const ranks = at::over_sockets::processes(asked);
    if (what == "processes") {
      std::printf("%d\n", ranks);
      return 0;
    }
    if (what == "compare") {
      std::printf("found %016" PRIx64 "\n", compare(ranks));
      return 0;
    }
    if (what.starts_with("resume ")) {
      resume(ranks, what.substr(7));
      return 0;
    }
    if (what == "settings") {
      check_settings<at::data_parallel<at::over_sockets>>();
      check_settings<at::sharded_data_parallel<at::over_sockets>>();
      std::puts("all are refused");
      return 0;
    }
    if (what.starts_with("named ")) {
      at::executor_options const named{.accelerator = "cpu",
                                       .devices = what == "named two" ? 2 : 1,
                                       .strategy = what == "named single" ? "single_device" : "auto",
                                       .process_group_backend = "sockets"};
      auto const made =
          at::make_executor<at::list<at::cpu>, at::list<at::over_threads, at::over_sockets>, at::list<at::fp32_true>>(
              named);
      std::printf("%s over %s\n", made.strategy(), made.process_group_backend());
      return 0;
    }
    int const wanted = what == "too_few" ? ranks + 1 : ranks;
    at::executor<at::cpu, at::data_parallel<at::over_sockets>>(
        {.devices = wanted, .time_limit = limit_of_job(argc, argv), .cluster_environment = environment})
        .run([&](auto& here) { sum_with_an_odd_one(here.group(), what); });
  } catch (at::error const& error) {
    std::printf("error: %s\n", error.what());
    return 1;
  }
  std::puts("the job went on");
}

// SPDX-License-Identifier: BSL-1.0
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <latch>
#include <mutex>
#include <string>
#include <thread>

#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/registry/choose.hpp>

#include "catch.hpp"
#include "unusable_settings.hpp"

namespace at = allotype;
using namespace std::chrono_literals;
using at::life_cycle_step;

namespace {

/// What the ranks did, as text, each rank for itself.
class journal {
 public:
  void write(int rank, std::string const& what) {
    std::lock_guard const lock(mutex_);
    entries_[static_cast<std::size_t>(rank)].push_back(what);
  }
  std::vector<std::string> of(int rank) {
    std::lock_guard const lock(mutex_);
    return entries_[static_cast<std::size_t>(rank)];
  }
  void clear() {
    std::lock_guard const lock(mutex_);
    for (auto& entries : entries_) entries.clear();
  }

 private:
  std::mutex mutex_;
  std::array<std::vector<std::string>, 4> entries_;
};
journal written;
std::atomic<int> devices_in_use{0};
/// The rank and hook that fail; -1: none.
int failing_rank = -1;
std::string failing_hook;

thread_local int this_rank = -1;

void hook(int rank, std::string const& name) {
  written.write(rank, name);
  if (rank == failing_rank && name == failing_hook) throw std::runtime_error("failure of " + name);
}

}  // namespace

namespace acme {

struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = at::serial;
  static void setup_device(int index) {
    this_rank = index;
    hook(index, "A::setup_device");
    ++devices_in_use;
  }
  template <class Execution>
  static void setup(Execution const& here) {
    hook(here.rank(), "A::setup");
  }
  static void teardown() {
    --devices_in_use;
    hook(this_rank, "A::teardown");
  }
};

/// Its devices cannot be opened.
struct closed : at::device<closed> {
  static constexpr char name[] = "acme-closed";
  struct backend : at::serial {};
  static void setup_device(int) { ++devices_in_use; }
  static void teardown() { --devices_in_use; }
};
inline at::opened<at::host_state> open_queue(closed::backend, at::device_request const&) { return "it is closed"; }

/// Ranks that are brought together and parted, as NCCL's are.
struct cables : at::detail::lone_communicator {
  template <class Queue>
  void connect(Queue&) {
    hook(0, "connect");
  }
  void disconnect() { hook(0, "disconnect"); }
};
struct over_cables {
  static constexpr char name[] = "cables";
  using communicator_type = cables;
  template <class F>
  static void run(at::ranks_wanted const&, F const& function) {
    cables alone;
    function(alone, 0);
  }
};

}  // namespace acme

namespace {

struct model {
  int rank;
  template <class E>
  void convert_precision(E&) {
    hook(rank, "convert_precision");
  }
  template <class E>
  void to_device(E&) {
    hook(rank, "to_device");
  }
  template <class E>
  void wrap(E&) {
    hook(rank, "wrap");
  }
  template <class E>
  void setup_optimizers(E&) {
    hook(rank, "setup_optimizers");
  }
  template <class E>
  void run(E& here) {
    hook(rank, "run");
    at::barrier(here.group());
  }
  template <class E>
  void optimizers_to_host(E&) {
    hook(rank, "optimizers_to_host");
  }
  template <class E>
  void to_host(E&) {
    hook(rank, "to_host");
  }
  template <class E>
  void teardown_precision(E&) {
    hook(rank, "teardown_precision");
  }
  void teardown_checkpoint() { hook(rank, "teardown_checkpoint"); }
};

std::vector<std::string> const every_hook{"A::setup_device",
                                          "A::setup",
                                          "convert_precision",
                                          "to_device",
                                          "wrap",
                                          "setup_optimizers",
                                          "run",
                                          "optimizers_to_host",
                                          "to_host",
                                          "teardown_precision",
                                          "A::teardown",
                                          "teardown_checkpoint"};

/// The hooks that must be called when `failed` throws: those before it, itself, and the tear-down of what was set up.
std::vector<std::string> expected_with_failure(std::string const& failed) {
  std::vector<std::string> result;
  for (auto const& each : every_hook) {
    result.push_back(each);
    if (each == failed) break;
  }
  auto const done = [&](char const* set_up) {
    return failed != set_up && std::find(result.begin(), result.end(), set_up) != result.end();
  };
  auto const is_teardown =
      std::find(every_hook.begin(), every_hook.end(), failed) > std::find(every_hook.begin(), every_hook.end(), "run");
  if (is_teardown) return every_hook;
  if (done("setup_optimizers")) result.push_back("optimizers_to_host");
  if (done("to_device")) result.push_back("to_host");
  if (done("convert_precision")) result.push_back("teardown_precision");
  if (done("A::setup_device")) result.push_back("A::teardown");
  if (done("A::setup_device")) result.push_back("teardown_checkpoint");
  return result;
}

template <class Strategy>
void fit(at::executor_settings settings) {
  written.clear();
  at::executor<acme::xpu, Strategy>(std::move(settings)).fit([](auto& here) { return model{here.rank()}; });
}

}  // namespace

TEST_CASE("the steps come in Lightning's order, on every rank") {
  fit<at::single_device<acme::xpu>>({});
  CHECK(written.of(0) == every_hook);
  fit<at::data_parallel<>>({.devices = 3, .time_limit = 24h});
  for (int rank = 0; rank < 3; ++rank) CHECK(written.of(rank) == every_hook);
  CHECK(written.of(3).empty());
  CHECK(devices_in_use == 0);

  std::vector<std::string> steps;
  fit<at::single_device<acme::xpu>>(
      {.observe = [&](life_cycle_step step, int) { steps.push_back(at::detail::name_of_step(step)); }});
  CHECK(steps == std::vector<std::string>{"setup_device", "setup_communication", "make_model", "setup_accelerator",
                                          "convert_precision", "model_to_device", "wrap_model", "setup_optimizers",
                                          "run", "optimizers_to_host", "model_to_host", "teardown_precision",
                                          "teardown_accelerator", "teardown_checkpoint"});
}

TEST_CASE("a failure at each step undoes the steps before it, on one device") {
  for (auto const& failed : every_hook) {
    CAPTURE(failed);
    failing_rank = 0;
    failing_hook = failed;
    CHECK_THROWS_WITH(fit<at::single_device<acme::xpu>>({}), "failure of " + failed);
    CHECK(written.of(0) == expected_with_failure(failed));
    CHECK(devices_in_use == 0);
  }
  failing_rank = -1;
}

TEST_CASE("a failure at each step of one rank ends all of them, names the rank, and leaves no device in use") {
  for (auto const& failed : every_hook) {
    CAPTURE(failed);
    failing_rank = 1;
    failing_hook = failed;
    try {
      fit<at::data_parallel<>>({.devices = 3, .time_limit = 24h});
      FAIL("nothing was thrown");
    } catch (at::rank_error const& error) {
      CHECK(error.rank() == 1);
      CHECK(std::string(error.what()) == "rank 1 of 3 failed: failure of " + failed);
      CHECK_THROWS_AS(std::rethrow_exception(error.cause()), std::runtime_error);
    }
    CHECK(written.of(1) == expected_with_failure(failed));
    CHECK(devices_in_use == 0);
    for (int rank : {0, 2}) {
      auto const entries = written.of(rank);
      REQUIRE(!entries.empty());
      // Without rank 1 the others come no further than to their device, and have no model yet.
      CHECK(entries.back() == (failed == "A::setup_device" ? "A::teardown" : "teardown_checkpoint"));
    }
  }
  failing_rank = -1;
}

TEST_CASE("a device that cannot be opened is given back") {
  CHECK_THROWS_AS((at::executor<acme::closed>().run([](auto&) {})), at::not_available);
  CHECK(devices_in_use == 0);
}

TEST_CASE("a model that cannot be made leaves no device in use") {
  written.clear();
  auto const make = [](auto&) -> model { throw std::runtime_error("no model"); };
  CHECK_THROWS_WITH((at::executor<acme::xpu>().fit(make)), "no model");
  CHECK(written.of(0) == std::vector<std::string>{"A::setup_device", "A::teardown"});
  CHECK(devices_in_use == 0);
}

TEST_CASE("ranks are parted where all went well, and the device is given back whatever comes of that") {
  std::vector<std::string> hooks = every_hook;
  hooks.insert(hooks.begin() + 1, "connect");
  hooks.insert(std::find(hooks.begin(), hooks.end(), "A::teardown"), "disconnect");
  fit<at::data_parallel<acme::over_cables>>({});
  CHECK(written.of(0) == hooks);

  failing_rank = 0;
  failing_hook = "disconnect";
  CHECK_THROWS_WITH(fit<at::data_parallel<acme::over_cables>>({}), "failure of disconnect");
  CHECK(written.of(0) == hooks);
  CHECK(devices_in_use == 0);
  failing_hook = "connect";
  CHECK_THROWS_WITH(fit<at::data_parallel<acme::over_cables>>({}), "failure of connect");
  CHECK(written.of(0) == std::vector<std::string>{"A::setup_device", "connect", "A::teardown"});
  CHECK(devices_in_use == 0);
  failing_hook = "run";
  CHECK_THROWS_WITH(fit<at::data_parallel<acme::over_cables>>({}), "failure of run");
  CHECK(written.of(0) == [&] {
    auto without = hooks;
    std::erase(without, "disconnect");
    return without;
  }());
  failing_rank = -1;
}

TEST_CASE("a rank that does not come to the set-up in time is named, and no device stays in use") {
  std::latch all_run(3);
  std::atomic<bool> over = false;
  auto const settings =
      at::executor_settings{.devices = 3, .time_limit = 2s, .observe = [&](life_cycle_step step, int rank) {
                              if (rank != 1 && step == life_cycle_step::teardown_accelerator) over = true;
                              if (step != life_cycle_step::setup_device) return;
                              all_run.arrive_and_wait();
                              while (rank == 1 && !over) std::this_thread::sleep_for(1ms);
                            }};
  CHECK_THROWS_WITH(fit<at::data_parallel<>>(settings), "rank 1 of 3 did not arrive at barrier within 2000 ms");
  CHECK(devices_in_use == 0);
}

TEST_CASE("a failure announced by the observer at each step is undone, too") {
  for (int i = 0; i <= static_cast<int>(life_cycle_step::teardown_checkpoint); ++i) {
    CAPTURE(at::detail::name_of_step(static_cast<life_cycle_step>(i)));
    auto const settings = at::executor_settings{.observe = [&](life_cycle_step step, int) {
      if (static_cast<int>(step) == i) throw std::runtime_error("announced");
    }};
    CHECK_THROWS_WITH(fit<at::single_device<acme::xpu>>(settings), "announced");
    CHECK(devices_in_use == 0);
  }
}

TEST_CASE("errors of the tear-down behind the first are reported, not lost") {
  static std::vector<std::string> reported;
  reported.clear();
  auto const before = at::error::set_unreported_handler([](char const* what) noexcept { reported.push_back(what); });
  auto const settings = at::executor_settings{.observe = [&](life_cycle_step step, int) {
    if (step >= life_cycle_step::run) throw std::runtime_error(at::detail::name_of_step(step));
  }};
  CHECK_THROWS_WITH(fit<at::single_device<acme::xpu>>(settings), "run");
  at::error::set_unreported_handler(before);
  CHECK(reported == std::vector<std::string>{"optimizers_to_host", "model_to_host", "teardown_precision",
                                             "teardown_accelerator", "teardown_checkpoint"});
  CHECK(devices_in_use == 0);
}

namespace {

template <class A, class Strategy>
void refuses_what_it_cannot_use(char const* name, at::executor_settings const& usable,
                                std::vector<unusable::setting> const& own) {
  using executor = at::executor<A, Strategy>;
  CHECK_NOTHROW(executor(usable));
  CHECK(unusable::taken<executor>(name, usable, unusable::of_any(A::name)) == "");
  CHECK(unusable::taken<executor>(name, usable, own) == "");
}

template <class A>
void executors_refuse_what_they_cannot_use() {
  unusable::setting const environment{"a cluster environment", [](auto& to) { to.cluster_environment = "slurm"; },
                                      "asks no cluster environment, and \"slurm\" was named: leave it out"};
  unusable::setting const unknown{"no cluster environment", [](auto& to) { to.cluster_environment = ""; },
                                  "asks no cluster environment, and \"\" was named"};
  unusable::setting const nodes{"nodes", [](auto& to) { to.num_nodes = 2; }, "over threads uses one node; 2 were"};
  unusable::setting const devices{"devices", [](auto& to) { to.devices = 2; }, "uses one device; 2 on 1 nodes were"};
  unusable::setting const node{"nodes", [](auto& to) { to.num_nodes = 2; }, "uses one device; 1 on 2 nodes were"};
  unusable::setting const both{"both", [](auto& to) { to.devices = 2, to.num_nodes = 3; }, "uses one node; 3 were"};
  std::vector<unusable::setting> const of_threads{environment, unknown, nodes, both};
  refuses_what_it_cannot_use<A, at::single_device<A>>("single_device", {}, {environment, unknown, devices, node});
  refuses_what_it_cannot_use<A, at::automatic_strategy<>>("auto", {}, {environment, unknown, node, both});
  refuses_what_it_cannot_use<A, at::automatic_strategy<>>("auto", {.devices = 2}, of_threads);
  refuses_what_it_cannot_use<A, at::automatic_strategy<2>>("auto<2>", {.devices = 2}, of_threads);
  refuses_what_it_cannot_use<A, at::data_parallel<>>("dp", {.devices = 3, .device_indices = {4, 2, 7}},
                                                     {environment, unknown, nodes});
  refuses_what_it_cannot_use<A, at::sharded_data_parallel<>>("sharded", {}, of_threads);
}

}  // namespace

TEST_CASE("each executor refuses settings that it cannot use when it is made, and says what is valid") {
  executors_refuse_what_they_cannot_use<at::cpu>();
  executors_refuse_what_they_cannot_use<acme::xpu>();
}

TEST_CASE("devices that were chosen for one accelerator are for no other's executor") {
  at::executor_settings settings;
  settings.use(at::choose<at::cpu>({.devices = "1"}).selected());
  CHECK_NOTHROW(at::executor<at::cpu>(settings));
  CHECK_THROWS_WITH(at::executor<acme::xpu>(settings),
                    contains("the devices were chosen for cpu, and the executor is for acme-xpu: choose devices of the "
                             "executor's accelerator"));
  settings.use(at::choose<at::any_of<acme::xpu, at::cpu>>({.accelerator = "cpu", .devices = "2"}).selected());
  CHECK_THROWS_WITH(at::executor<acme::xpu>(settings), contains("chosen for cpu"));
  settings.use(at::choose<at::any_of<acme::xpu, at::cpu>>({.accelerator = "acme-xpu", .devices = "1"}).selected());
  CHECK_NOTHROW(at::executor<acme::xpu>(settings));
  CHECK_THROWS_WITH(at::executor<at::cpu>(settings), contains("chosen for acme-xpu, and the executor is for cpu"));
  settings.use(at::visible_devices::selection::first(1));  // of whatever
  CHECK_NOTHROW(at::executor<at::cpu>(settings));
}

TEST_CASE("without a strategy, the number of devices decides") {
  auto const name_and_size = [](auto& here) {
    return std::string{std::remove_cvref_t<decltype(here)>::strategy::name} + " " + std::to_string(here.size());
  };
  CHECK(at::executor<at::cpu>().run(name_and_size) == "single_device 1");
  CHECK(at::executor<at::cpu>({.devices = 3}).run(name_and_size) == "dp 3");
}

TEST_CASE("run returns what the function returned on rank 0, run_all what it returned on each") {
  at::executor<at::cpu, at::data_parallel<>> const three({.devices = 3});
  CHECK(three.run([](auto& here) { return 10 + here.rank(); }) == 10);
  CHECK(three.run_all([](auto& here) { return 10 + here.rank(); }) == std::vector<int>{10, 11, 12});
  CHECK(three.run_all([](auto& here) { return here.rank() == 1; }) == std::vector<bool>{false, true, false});
  auto const owned = three.run_all([](auto& here) { return std::make_unique<int>(here.rank()); });
  REQUIRE(owned.size() == 3);
  CHECK(*owned[2] == 2);
  STATIC_REQUIRE(std::is_void_v<decltype(three.run([](auto&) {}))>);
  CHECK_THROWS_AS(three.run([](auto& here) {
    if (here.rank() == 1) throw std::runtime_error("no value");
    return 1;
  }),
                  at::rank_error);
  CHECK(at::executor<at::cpu>().run_all([](auto&) { return std::string{"alone"}; }) ==
        std::vector<std::string>{"alone"});
}

namespace {

/// As a job of one process.
struct one_process {
  static constexpr char name[] = "one_process";
  static constexpr bool ranks_are_processes = true;
  using communicator_type = at::detail::lone_communicator;
  template <class F>
  static void run(at::ranks_wanted const&, F const& function) {
    at::detail::lone_communicator alone;
    function(alone, 0);
  }
};

}  // namespace

TEST_CASE("values of ranks that are processes go from rank to rank as bytes") {
  struct point {
    explicit point(int at) : x(at), y(2.0 * at) {}  // has no default
    int x;
    double y;
  };
  at::executor<at::cpu, at::data_parallel<one_process>> const executor;
  auto const back = executor.run([](auto&) { return point(7); });
  CHECK(back.x == 7);
  CHECK(back.y == 14);
  CHECK(executor.run_all([](auto&) { return true; }) == std::vector<bool>{true});
}

namespace {

/// The sum of the numbers of three ranks, 1 to 3.
int sum_of_ranks() {
  std::atomic<int> sum = 0;
  at::executor<at::cpu, at::data_parallel<>>({.devices = 3}).run([&](auto& here) {
    sum = here.all_reduce(here.rank() + 1, at::plus{});
  });
  return sum;
}
int const sum_before_main = sum_of_ranks();

}  // namespace

TEST_CASE("executors run within ranks of others, before main, and in a child of a process that had some") {
  CHECK(sum_before_main == 6);
  std::array<int, 3> within{};
  at::executor<at::cpu, at::data_parallel<>>({.devices = 3}).run([&](auto& here) {
    within[static_cast<std::size_t>(here.rank())] = sum_of_ranks();
  });
  CHECK(within == std::array{6, 6, 6});
  pid_t const child = fork();
  if (child == 0) std::_Exit(sum_of_ranks());
  REQUIRE(child > 0);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 6);
}

TEST_CASE("each rank has the device that was chosen for it") {
  std::array<std::atomic<int>, 3> indices{};
  at::executor<at::cpu, at::data_parallel<>>({.devices = 3, .device_indices = {5, 3, 4}}).run([&](auto& here) {
    indices[static_cast<std::size_t>(here.rank())] = here.device_index();
    if (here.is_global_zero() != (here.rank() == 0)) throw std::runtime_error("is_global_zero");
  });
  CHECK(indices[0] == 5);
  CHECK(indices[1] == 3);
  CHECK(indices[2] == 4);
}

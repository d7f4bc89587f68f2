// SPDX-License-Identifier: BSL-1.0
// A task on devices that were chosen for it.
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/registry/choose.hpp>

#include "catch.hpp"
#include "command_line.hpp"

namespace at = allotype;

namespace acme {

/// Four boards, of which the third does not open.
struct boards : at::serial {};
struct board_state : at::host_state {
  int board = 0;
};
inline std::atomic<int> looks = 0;
inline at::opened<board_state> open_queue(boards, at::device_request const& request) {
  ++looks;
  if (request.index == 2) return "it is switched off";
  return board_state{{1, request.name}, request.index};
}
inline at::fixed_text<240> describe_queue(boards, board_state const& state) {
  return at::fixed_text<240>{} << "board " << state.board;
}

struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = boards;
  static at::devices_present devices_here() { return {"XPU", 4}; }
};

struct npu : at::device<npu> {
  static constexpr char name[] = "acme-npu";
  using backend = at::serial;
};
auto const npu_is_registered = at::register_accelerator<npu>("npu", "no task here lists it");

}  // namespace acme

namespace {

/// Every place of one meeting waits until all are there: they run at the same time, or the test does not end.
class meeting {
 public:
  explicit meeting(int places) : left_(places) {}
  void arrive() {
    --left_;
    while (left_ > 0) std::this_thread::yield();
  }

 private:
  std::atomic<int> left_;
};

struct number_of_board {
  template <class A>
  int operator()(at::queue<A>& on, std::vector<int> const& numbers, meeting* all = nullptr) const {
    if (all != nullptr) all->arrive();
    if constexpr (std::is_same_v<A, acme::xpu>) {
      if (on.state().board == numbers[0]) throw std::runtime_error("board caught fire");
      return numbers[1] + on.state().board;
    } else {
      return numbers[1];
    }
  }
};
constexpr auto numbered = at::task<at::any_of<acme::xpu, at::cpu>>("numbered", number_of_board{});
constexpr auto of_xpus = at::task<acme::xpu>("of_xpus", number_of_board{});

std::string what_of(auto const& f) {
  try {
    f();
  } catch (at::error const& error) {
    return error.what();
  }
  return "nothing was thrown";
}

template <class Results>
std::string lines_of(Results const& results) {
  std::string lines;
  for (auto const& each : results) {
    lines += std::to_string(each.value()) + " on " + each.where() + ", " + each.device() + "\n";
  }
  return lines;
}

}  // namespace

TEST_CASE("each device gives a result, in the order asked for, at the same time") {
  auto const devices = at::choose(numbered, {.devices = "3,0,1"});
  CHECK(devices.name() == "acme-xpu");
  CHECK(devices.size() == 3);
  CHECK(devices[0] == 3);
  CHECK(devices.skipped().empty());
  meeting all(3);
  std::vector<int> const numbers{-1, 10};
  CHECK(lines_of(numbered.on_each(devices, numbers, &all)) ==
        "13 on acme-xpu, board 3\n10 on acme-xpu, board 0\n11 on acme-xpu, board 1\n");
  CHECK(numbered.on_each(devices, numbers)[0].skipped().size() == 0);
}

TEST_CASE("the accelerator that is taken decides, and what was skipped before it is told") {
  auto const on_cpu = at::choose(numbered, at::accelerator_options{.accelerator = "npu,cpu", .devices = "2"});
  CHECK(on_cpu.name() == "cpu");
  REQUIRE(on_cpu.skipped().size() == 1);
  CHECK(std::string(on_cpu.skipped()[0].accelerator.text()) == "npu");
  CHECK(on_cpu.skipped()[0].because.why() == at::availability::not_compiled_in);
  meeting both(2);
  CHECK(lines_of(numbered.on_each(on_cpu, std::vector<int>{0, 5}, &both)) == "5 on cpu, serial\n5 on cpu, serial\n");
}

TEST_CASE("a failure names its device, and no other's result is lost from the error") {
  auto const devices = at::choose<acme::xpu>({.devices = "all"});
  REQUIRE(devices.size() == 4);
  std::vector<int> const board_1_burns{1, 0};
  CHECK(what_of([&] { of_xpus.on_each(devices, board_1_burns); }) ==
        "task of_xpus: devices[1] (board 1): board caught fire; devices[2]: acme-xpu: it is switched off");
  try {
    of_xpus.on_each(devices, board_1_burns);
    FAIL("board 1 did not burn");
  } catch (at::task_error const& error) {
    CHECK(error.device() == 1);
    CHECK_THROWS_AS(std::rethrow_exception(error.cause()), std::runtime_error);
  }
  // One device fails as several do.
  CHECK(what_of([&] { of_xpus.on_each(at::choose<acme::xpu>({.devices = "2,"}), board_1_burns); }) ==
        "task of_xpus: devices[0]: acme-xpu: it is switched off");
}

TEST_CASE("a task runs on a queue that is open, without another look at the machine") {
  at::queue<acme::xpu> third(3);
  int const looks = acme::looks;
  auto const result = numbered.on(third, std::vector<int>{0, 20});
  CHECK(result.value() == 23);
  CHECK(std::string(result.where()) == "acme-xpu");
  CHECK(std::string(result.device()) == "board 3");
  CHECK(result.skipped().size() == 0);
  CHECK(acme::looks == looks);
}

TEST_CASE("a task returns what cannot be copied, or nothing, on each device") {
  auto const devices = at::choose<at::cpu>({.devices = "3"});
  auto owned =
      at::task<at::cpu>("owned", [](at::queue<at::cpu>&) { return std::make_unique<int>(7); }).on_each(devices);
  REQUIRE(owned.size() == 3);
  CHECK(*owned[2].value() == 7);

  std::mutex mutex;
  std::set<std::thread::id> threads;
  auto const nothing = at::task<at::cpu>("note", [&](at::queue<at::cpu>&) {
                         std::lock_guard const lock(mutex);
                         threads.insert(std::this_thread::get_id());
                       }).on_each(devices);
  CHECK(nothing.size() == 3);
  CHECK(std::string(nothing[1].where()) == "cpu");
}

TEST_CASE("devices are chosen by arguments, then by the environment") {
  command_line line({"program", "--devices", "1,0", "rest", "--accelerator=acme-xpu"});
  setenv("ALLOTYPE_DEVICES", "3", 1);
  auto const by_arguments = at::choose(numbered, line.argc, line.argv.data());
  CHECK(line.argc == 2);
  CHECK(std::string(line.argv[1]) == "rest");
  CHECK(by_arguments.size() == 2);
  CHECK(by_arguments[0] == 1);
  CHECK(at::choose(numbered).size() == 3);
  unsetenv("ALLOTYPE_DEVICES");
  CHECK(at::choose(numbered).size() == 4);

  CHECK_THROWS_AS(at::choose(of_xpus, at::accelerator_options{.accelerator = "cpu"}), at::not_available);
  CHECK_THAT(what_of([] { (void)at::choose(of_xpus, at::accelerator_options{.accelerator = "cpu"}); }),
             contains("cpu: the code that shall run is not compiled for it"));
}

TEST_CASE("code for the chosen accelerator is made for those that code can run on, and no others") {
  using wanted = at::any_of<at::V5E, at::A100, acme::xpu, at::cpu>;
  auto const devices = at::choose<wanted>();
  std::string const name = devices.visit([]<class A>(at::devices<A> const& there) -> std::string {
    static_assert(at::dispatchable<A>);
    return at::name_of<A> + std::string{" "} + std::to_string(there.size());
  });
  CHECK(name == "acme-xpu 4");
  REQUIRE(devices.skipped().size() == 2);
  CHECK(devices.skipped()[0].because.why() == at::availability::not_compiled_in);
}

TEST_CASE("an executor takes the devices that were chosen for its accelerator") {
  auto const devices = at::choose<acme::xpu>({.devices = "3,1"});
  std::mutex mutex;
  std::set<std::string> where;
  at::executor<acme::xpu, at::data_parallel<>> const executor(devices);
  executor.run([&](auto& execution) {
    std::lock_guard const lock(mutex);
    where.insert(std::to_string(execution.rank()) + ": " + to_string(execution.queue()).text());
  });
  CHECK(where == std::set<std::string>{"0: board 3", "1: board 1"});
}

// SPDX-License-Identifier: BSL-1.0
// A strategy, a transport and an accelerator of a program's own, written by somebody who knows the public names alone.

#include <barrier>
#include <exception>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/check_accelerator.hpp>
#include <allotype/parallel/executor/make_executor.hpp>
#include <allotype/parallel/training/optimizer.hpp>
#include <allotype/parallel/training/trained_parameters.hpp>

#include "catch.hpp"

namespace outsider {

namespace at = allotype;

/// What the ranks of a job share: a place for each rank's data, and a barrier.
struct table {
  explicit table(int ranks) : places(static_cast<std::size_t>(ranks)), all_here(ranks) {}
  std::vector<void const*> places;
  std::barrier<> all_here;
};

/// One rank's end. The collectives are the plainest that are right.
class table_communicator {
 public:
  table_communicator(table& shared, int rank) : shared_(&shared), rank_(rank) {}
  int rank() const { return rank_; }
  int size() const { return static_cast<int>(shared_->places.size()); }
  void barrier() { shared_->all_here.arrive_and_wait(); }

  template <class T>
  void broadcast(T* elements, std::size_t count, int root) {
    std::vector<T> const copy = from(root, elements, count);
    std::copy(copy.begin(), copy.end(), elements);
  }
  template <class T>
  void all_gather(T const* mine, std::size_t count, T* all) {
    std::vector<T> result;
    for (int other = 0; other < size(); ++other) {
      std::vector<T> const copy = from(other, mine, count);
      result.insert(result.end(), copy.begin(), copy.end());
    }
    std::copy(result.begin(), result.end(), all);
  }
  template <class T, class Op>
  void all_reduce(T* elements, std::size_t count, Op const& op) {
    std::vector<T> all(count * shared_->places.size());
    all_gather<T>(elements, count, all.data());
    for (std::size_t i = 0; i < count; ++i) {
      elements[i] = all[i];
      for (std::size_t other = 1; other < shared_->places.size(); ++other) {
        elements[i] = static_cast<T>(op(elements[i], all[other * count + i]));
      }
    }
  }
  template <class T, class Op>
  void reduce_scatter(T const* all, std::size_t count, T* mine, Op const& op) {
    std::vector<T> copy(all, all + count * shared_->places.size());
    all_reduce(copy.data(), copy.size(), op);
    std::copy_n(copy.begin() + static_cast<std::ptrdiff_t>(count) * rank_, count, mine);
  }

 private:
  template <class T>
  std::vector<T> from(int root, T const* mine, std::size_t count) {
    shared_->places[static_cast<std::size_t>(rank_)] = mine;
    barrier();
    auto const* const there = static_cast<T const*>(shared_->places[static_cast<std::size_t>(root)]);
    std::vector<T> copy(there, there + count);
    barrier();
    return copy;
  }

  table* shared_;
  int rank_;
};

static_assert(at::communicator<table_communicator>);

/// Ranks are threads that meet at the table.
struct over_a_table {
  static constexpr char name[] = "table";
  using communicator_type = table_communicator;

  template <class F>
  static void run(at::ranks_wanted const& wanted, F const& function) {
    if (wanted.num_nodes != 1) throw at::error("a table is on one node");
    table shared(wanted.devices);
    std::exception_ptr first;
    std::mutex mutex;
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < wanted.devices; ++rank) {
      threads.emplace_back([&, rank] {
        try {
          table_communicator mine(shared, rank);
          function(mine, rank);
        } catch (...) {
          std::lock_guard const lock(mutex);
          if (!first) first = std::current_exception();
          shared.all_here.arrive_and_drop();
        }
      });
    }
    threads.clear();
    if (first) std::rethrow_exception(first);
  }
};

/// Data-parallel, and the ranks exchange gradients as whole numbers: half the traffic of a real program that rounds.
template <class Transport = at::over_threads>
struct rounded {
  static constexpr char name[] = "rounded gradients";
  static constexpr at::strategy_kind kind = at::strategy_kind::data_parallel;
  using transport = Transport;

  template <class Execution, class Buffer>
  static void sum_gradients(Execution const& here, Buffer& gradients) {
    std::vector<float> wide(static_cast<std::size_t>(gradients.size()));
    at::copy(here.queue(), gradients, wide);
    std::vector<int> narrow(wide.begin(), wide.end());
    at::all_reduce(here.group(), std::span(narrow), at::plus{});
    at::copy(here.queue(), std::vector<float>(narrow.begin(), narrow.end()), gradients);
  }
};
/// The same, and each rank keeps a share.
struct rounded_shares : rounded<> {
  static constexpr char name[] = "rounded shares";
  static constexpr at::strategy_kind kind = at::strategy_kind::sharded;
  static constexpr bool sharded = true;
};
/// One device, on the calling thread.
struct alone {
  static constexpr char name[] = "alone";
  static constexpr at::strategy_kind kind = at::strategy_kind::single_device;
  using transport = void;
};
/// Listed nowhere.
struct elsewhere : rounded<> {};

auto const rounded_is_registered = at::register_part<rounded<>>("rounded", "whole gradients");
auto const elsewhere_is_registered = at::register_part<elsewhere>("elsewhere", "compiled for another program");
auto const table_is_registered = at::register_part<over_a_table>("kitchen-table", "threads that meet at a table");

struct xpu : at::device<xpu> {
  static constexpr char name[] = "outsiders-xpu";
  using backend = at::serial;
  static void setup_device(int) {}
  static int auto_device_count() { return 4; }
};
/// One whose members are not as the library calls them.
struct wrong : at::device<wrong> {
  static constexpr char name[] = "outsiders-wrong";
  int auto_device_count() { return 2; }
  static void teardown(int) {}
};

static_assert(at::transport<over_a_table> && at::transport<at::over_threads>);
static_assert(!at::transport<at::over_mpi> && !at::transport<at::over_sockets> &&
              !at::transport<at::over_nccl<>>);  // their headers are not included
static_assert(!at::transport<int> && !at::transport<table>);
static_assert(at::strategy<rounded<>> && at::strategy<alone> && !at::strategy<over_a_table>);
static_assert(at::executable<xpu, rounded<over_a_table>, at::fp32_true> && at::executable<xpu, alone, at::fp32_true>);
static_assert(!at::executable<at::cpu, rounded<at::over_mpi>, at::fp32_true>);
static_assert(at::check_accelerator<xpu> && at::check_accelerator<xpu>.runs() && at::check_accelerator<at::cpu>);
static_assert(!at::check_accelerator<wrong>);
static_assert(at::check_accelerator<at::A100> && !at::check_accelerator<at::A100>.runs());  // without nvcc

namespace {

template <class A, class Strategy, class P, class Communicator>
float gradient_of(at::execution<A, Strategy, P, Communicator> const& here) {
  return static_cast<float>(here.rank());
}

/// Rank r has the gradients 1.5 and r; what one step of rate 1 makes of zeros.
template <class Executor>
std::vector<float> stepped(Executor const& executor) {
  std::vector<float> result;
  executor.run([&](auto& here) {
    at::trained_parameters parameters{here, std::vector<float>(2), at::sgd{.rate = 1}};
    auto const gradients = parameters.gradients();
    gradients(0) = 1.5f;
    gradients(1) = gradient_of(here);
    parameters.step();
    auto const values = parameters.values();
    if (here.is_global_zero()) result = values;
  });
  return result;
}

template <class Strategy, class A = xpu>
std::vector<float> stepped_by(int devices) {
  return stepped(at::executor<A, Strategy, at::fp32_true>({.devices = devices}));
}

}  // namespace

TEST_CASE("a strategy of one's own sums gradients in its way, over the library's transport and over one's own") {
  CHECK(stepped_by<at::data_parallel<>>(4) == std::vector<float>{-1.5f, -1.5f});
  CHECK(stepped_by<at::data_parallel<over_a_table>>(4) == std::vector<float>{-1.5f, -1.5f});
  CHECK(stepped_by<at::sharded_data_parallel<over_a_table>>(4) == std::vector<float>{-1.5f, -1.5f});
  CHECK(stepped_by<rounded<>>(4) == std::vector<float>{-1, -1.5f});
  CHECK(stepped_by<rounded<over_a_table>>(4) == std::vector<float>{-1, -1.5f});
  CHECK(stepped_by<rounded_shares>(2) == std::vector<float>{-1, -0.5f});
  CHECK(stepped_by<alone>(1) == std::vector<float>{-1.5f, 0});
  CHECK(stepped_by<alone, at::cpu>(1) == std::vector<float>{-1.5f, 0});
  CHECK_THROWS_WITH(stepped_by<alone>(2), contains("alone uses one device; 2 on 1 nodes were asked for"));
}

TEST_CASE("what a rank throws comes out of a transport of one's own") {
  at::executor<xpu, at::data_parallel<over_a_table>> const executor({.devices = 3});
  CHECK_THROWS_WITH(executor.run([](auto& here) {
    if (here.rank() == 1) throw std::runtime_error("no more chairs");
  }),
                    "no more chairs");
  CHECK_THROWS_WITH((at::executor<xpu, at::data_parallel<over_a_table>>({.num_nodes = 2}).run([](auto&) {})),
                    "a table is on one node");
}

TEST_CASE("both have names: their own, and those they are registered under") {
  using accelerators = at::list<xpu>;
  using transports = at::list<at::over_threads, over_a_table>;
  using strategies = at::list<rounded<>, rounded_shares, alone>;
  auto const made = [](at::executor_options const& options) {
    return at::make_executor<accelerators, transports, at::list<at::fp32_true>, strategies>(options);
  };
  for (char const* name : {"Rounded gradients", "rounded", "ROUNDED"}) {
    CAPTURE(name);
    auto const executor = made({.accelerator = "outsiders-xpu", .devices = 4, .strategy = name});
    CHECK(std::string(executor.strategy()) == "rounded gradients");
    CHECK(std::string(executor.process_group_backend()) == "threads");
    CHECK(stepped(executor) == std::vector<float>{-1, -1.5f});
  }
  CHECK(stepped(made({.accelerator = "outsiders-xpu", .devices = 2, .strategy = "rounded shares"})) ==
        std::vector<float>{-1, -0.5f});
  CHECK(
      std::string(made({.accelerator = "outsiders-xpu", .devices = 1, .strategy = "alone"}).process_group_backend()) ==
      "none");
  for (char const* name : {"table", "kitchen-table", "kitchen table"}) {
    CAPTURE(name);
    auto const executor =
        made({.accelerator = "outsiders-xpu", .devices = 2, .strategy = "sharded", .process_group_backend = name});
    CHECK(std::string(executor.process_group_backend()) == "table");
    CHECK(stepped(executor) == std::vector<float>{-1.5f, -0.5f});
  }
  CHECK_THROWS_WITH(
      made({.strategy = "elsewhere"}),
      "strategy \"elsewhere\" (compiled for another program) is not compiled in: its type is not among the "
      "strategies of make_executor");
  CHECK_THROWS_WITH(made({.strategy = "rounde"}),
                    contains("the nearest is \"rounded\"") &&
                        contains("rounded, elsewhere, rounded gradients, rounded shares, alone"));
  CHECK_THROWS_WITH(made({.process_group_backend = "chairs"}),
                    "process group backend \"chairs\" is not known; known are: auto, host, threads, mpi, sockets, "
                    "nccl, table, kitchen-table");
  CHECK_THROWS_WITH(
      (at::make_executor<accelerators>({.process_group_backend = "kitchen-table"})),
      "process group backend \"kitchen-table\" is not compiled in: its transport is not among those of make_executor");
}

TEST_CASE("a check of an accelerator says what it has, what it lacks, and what is wrong") {
  std::string const xpu_has = at::check_accelerator<xpu>.text().text();
  CHECK_THAT(xpu_has, contains("outsiders-xpu: tasks run on it\n") && contains("\n  setup_device: has it\n") &&
                          contains("\n  auto_device_count: has it\n") &&
                          contains("\n  statistics_of: lacks it; it reports no statistics\n"));
  std::string const wrong_has = at::check_accelerator<wrong>.text().text();
  CHECK_THAT(
      wrong_has,
      contains("outsiders-wrong: it can be requested, and no task runs on it") &&
          contains("auto_device_count: is not one that the library uses: write, as a public member, static int "
                   "auto_device_count()") &&
          contains("teardown: is not one that the library uses: write, as a public member, static void teardown()"));
  for (auto const& each : at::check_accelerator<wrong>.members) {
    bool const is_wrong = std::string(each.name) == "auto_device_count" || std::string(each.name) == "teardown";
    CHECK((each.is == decltype(each.is)::unusable) == is_wrong);
  }
}

TEST_CASE("this file uses public names alone") {
  std::ifstream file(ALLOTYPE_THIS_FILE);
  std::string const text{std::istreambuf_iterator<char>(file), {}};
  REQUIRE(text.size() > 1000);
  CHECK(text.find(std::string("detail") + "::") == std::string::npos);
}

}  // namespace outsider

// SPDX-License-Identifier: BSL-1.0
#include <allotype/allotype.hpp>

#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"

namespace at = allotype;
using namespace at::literals;

namespace acme {

/// A device that is there when the test says so.
inline char const* reason_for_absence = "";
inline int looks = 0, ranges_begun = 0, ranges_ended = 0, waits = 0;
inline std::string range_name;

struct sometimes : at::serial {};
inline at::opened<at::host_state> open_queue(sometimes, at::device_request const&) {
  ++looks;
  if (*reason_for_absence != '\0') return reason_for_absence;
  return at::host_state{};
}
inline at::fixed_text<240> describe_queue(sometimes, at::host_state const&) { return "a board in slot 3"; }
inline void begin_range(sometimes, char const* name) { ++ranges_begun, range_name = name; }
inline void end_range(sometimes) { ++ranges_ended; }
inline void wait_for(sometimes, at::host_state&) { ++waits; }

struct xpu : at::partitionable_device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = sometimes;
  struct half {
    static constexpr char name[] = "half";
    static constexpr at::bytes memory = 8_GiB;
  };
  using partitions = at::list<half>;
};

/// A device that says by itself whether it is there.
inline bool plugged_in = false;
struct dongle : at::device<dongle> {
  static constexpr char name[] = "acme-dongle";
  using backend = at::serial;
  static bool is_available() { return plugged_in; }
};

}  // namespace acme

namespace {

using half = acme::xpu::partition<"half">;

struct add {
  template <class A>
  int operator()(at::queue<A>&, int a, int b) const {
    if (a < 0) throw std::invalid_argument("a is negative");
    return a + b;
  }
};
struct store {
  template <class A>
  void operator()(at::queue<A>&, int& to) const {
    to = 7;
  }
};
struct take {
  template <class A>
  std::vector<int> operator()(at::queue<A>&, std::vector<int>&& numbers) const {
    return std::move(numbers);
  }
};

template <class Result>
std::vector<std::string> reasons(Result const& result) {
  std::vector<std::string> all;
  for (at::answer::skipped_accelerator const& each : result.skipped()) {
    all.push_back(std::string(each.accelerator.text()) + ": " + each.because.text());
  }
  return all;
}

}  // namespace

TEST_CASE("a task runs on the first alternative that is there, and says why not on those before") {
  constexpr auto task = at::task<at::any_of<at::V5E, half, at::cpu>, at::limits<at::cpus<2>>>("add", add{});
  static_assert(std::string_view(task.name()) == "add");

  acme::reason_for_absence = "";
  acme::looks = 0;
  auto const there = task(1, 2);
  CHECK(acme::looks == 1);  // choosing is opening
  CHECK(there.value() == 3);
  CHECK(std::string(there.where()) == "acme-xpu half");
  CHECK(std::string(there.device()) == "a board in slot 3");
  CHECK(reasons(there) == std::vector<std::string>{"V5E: no backend runs code on it"});

  acme::reason_for_absence = "slot 3 is empty";
  auto const elsewhere = task(1, 2);
  CHECK(acme::looks == 2);
  CHECK(elsewhere.value() == 3);
  CHECK(std::string(elsewhere.where()) == "cpu");
  CHECK(reasons(elsewhere) ==
        std::vector<std::string>{"V5E: no backend runs code on it", "acme-xpu half: slot 3 is empty"});
}

TEST_CASE("where none is there, the exception lists every reason") {
  constexpr auto task = at::task<at::any_of<at::A100::partition<"2g.10gb">, at::V5E, half>>("add", add{});
  acme::reason_for_absence = "slot 3 is empty";
  try {
    (void)task(1, 2);
    FAIL("it ran");
  } catch (at::not_available const& missing) {
    std::string const what = missing.what();
    CHECK_THAT(what, contains("task add: none of its accelerators is available"));
    CHECK_THAT(what, contains("A100 2g.10gb: not compiled in"));
    CHECK_THAT(what, contains("V5E: no backend runs code on it"));
    CHECK_THAT(what, contains("acme-xpu half: slot 3 is empty"));
  }
  CHECK_THROWS_AS(at::queue<half>{}, at::not_available);
  CHECK_THROWS_WITH(at::queue<half>{}, "acme-xpu half: slot 3 is empty");
}

TEST_CASE("the profiler's range carries the task's name, and ends on every way out") {
  constexpr auto task = at::task<half>("add", add{});
  acme::reason_for_absence = "";
  acme::ranges_begun = acme::ranges_ended = acme::waits = 0;
  (void)task(1, 2);
  CHECK(acme::range_name == "add");
  CHECK(acme::ranges_begun == 1);
  CHECK(acme::ranges_ended == 1);
  CHECK(acme::waits == 1);
  CHECK_THROWS_WITH(task(-1, 2), "a is negative");
  CHECK(acme::ranges_begun == 2);
  CHECK(acme::ranges_ended == 2);
}

template <class T, int MostSkipped>
std::string place_of(at::result<T, MostSkipped> const& of) {
  at::placement_report<MostSkipped> const& placement = of.skipped();
  CHECK(placement.where() == of.where());
  CHECK(placement.device() == of.device());
  return of.where();
}

TEST_CASE("arguments are handed on as they came, and nothing need be returned") {
  int to = 0;
  auto const result = at::task<at::cpu>("store", store{})(to);
  CHECK(to == 7);
  CHECK(std::string(result.where()) == "cpu");
  CHECK(place_of(result) == "cpu");

  std::vector<int> numbers{1, 2, 3};
  auto const* const memory = numbers.data();
  auto taken = at::task<at::cpu>("take", take{})(std::move(numbers));
  CHECK(taken.value().data() == memory);
  std::vector<int> const mine = std::move(taken).value();
  CHECK(mine == std::vector<int>{1, 2, 3});
}

TEST_CASE("limits are found in any order") {
  using one = at::limits<at::memory<8_GiB>, at::cpus<4>>;
  STATIC_REQUIRE(one::cpus::value == 4);
  STATIC_REQUIRE(one::memory::value == 8_GiB);
  using two = at::limits<at::gpus<2>, at::ephemeral_storage<20_GiB>, at::cpus<1>>;
  STATIC_REQUIRE(two::gpus::value == 2);
  STATIC_REQUIRE(two::ephemeral_storage::value == 20_GiB);
}

TEST_CASE("a device that says no is not used, whatever its backend can do") {
  constexpr auto task = at::task<at::any_of<acme::dongle, at::cpu>>("add", add{});
  acme::plugged_in = false;
  CHECK(reasons(task(1, 2)) == std::vector<std::string>{"acme-dongle: its is_available() says no"});
  CHECK_THROWS_WITH(at::queue<acme::dongle>{}, "acme-dongle: its is_available() says no");
  CHECK(std::string(at::queue<acme::dongle>::open().reason().text()) == "its is_available() says no");
  acme::plugged_in = true;
  CHECK(std::string(task(1, 2).where()) == "acme-dongle");
  CHECK(at::queue<acme::dongle>::open().reason());
}

TEST_CASE("a name is a literal, or a copy of a text") {
  constexpr auto add_numbers = at::task<at::cpu>("add", add{});
  CHECK(std::string(add_numbers.name()) == "add");
  std::string name = "add, with a name that is longer than a text holds without the heap";
  auto const named = at::task<at::cpu>(name, add{});
  auto const numbered = at::task<at::cpu>(name + ", 2", add{});
  std::string const first = name;
  name.assign(name.size(), 'x');
  CHECK(named.name() == first);
  CHECK(numbered.name() == first + ", 2");
  CHECK(named(1, 2).value() == 3);
  constexpr at::task_name literal = "add";
  CHECK(std::string(literal.text()) == "add");
}

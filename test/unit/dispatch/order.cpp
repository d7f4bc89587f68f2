// SPDX-License-Identifier: BSL-1.0
// A checked build notes whether queues wait for each other.
#define ALLOTYPE_CHECKED

#include "several_queues.hpp"

#include <string>
#include <thread>

#include "backends.hpp"

namespace at = allotype;

TEMPLATE_LIST_TEST_CASE("queues that use one buffer wait for each other, or it is an error", "", backends::every) {
  at::queue<TestType> on;
  verbs::checks_order(on);
}

TEMPLATE_LIST_TEST_CASE("two queues copy different parts of one buffer", "", backends::every) {
  at::queue<TestType> on;
  verbs::exchanges_parts(on);
}

TEMPLATE_LIST_TEST_CASE("right programs run in checked builds", "", backends::every) {
  at::queue<TestType> on;
  SECTION("events") { verbs::waits_for_events(on); }
  SECTION("asynchronous copies") { verbs::copies_while_the_program_goes_on(on); }
  if constexpr (backends::has_blocks<TestType>) {
    SECTION("unified memory") { verbs::shares_memory_with_the_host(on); }
  }
  SECTION("transfers") { verbs::transfers(on); }
  SECTION("transfers of parts") { verbs::transfers_parts(on); }
}

TEMPLATE_LIST_TEST_CASE("what another thread has waited for is done", "", backends::every) {
  at::queue<TestType> on, other;
  at::buffer<int, TestType> buffer{on, std::vector<int>(10, 1)};
  CHECK_THROWS_AS(buffer.view(other), at::order_error);
  std::thread([&] { on.wait(); }).join();
  CHECK_NOTHROW(buffer.view(other));
}

TEMPLATE_LIST_TEST_CASE("after a transfer the buffer is the other queue's", "", backends::every) {
  at::queue<TestType> on, other;
  at::buffer<int, TestType> const from{on, std::vector<int>(10, 1)};
  at::buffer<int, TestType> to = at::transfer(on, from, other);
  CHECK_NOTHROW(to.view(other));
  CHECK_THROWS_AS(to.view(on), at::order_error);
}

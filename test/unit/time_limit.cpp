// SPDX-License-Identifier: BSL-1.0
#include <allotype/runtime/time_limit.hpp>
#include <stdexcept>
#include <string>

#include "catch.hpp"

using namespace allotype;
using namespace std::chrono_literals;

namespace {

double seconds_of(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void wait_for_the_end(std::atomic<bool> const& ended) {
  while (!ended) std::this_thread::sleep_for(1ms);
  // What was left behind marks itself as returned a moment after its work.
  while (!within_time_limit(1s, [] { return 1; }).value) std::this_thread::sleep_for(1ms);
}

}  // namespace

TEST_CASE("work that returns in time gives its result") {
  auto const answer = within_time_limit(5s, [] { return std::string{"done"}; });
  REQUIRE(answer.value);
  CHECK(*answer.value == "done");
  CHECK(answer.overdue.empty());
}

TEST_CASE("what the work throws reaches who asked for it") {
  CHECK_THROWS_AS(within_time_limit(5s, []() -> int { throw std::out_of_range("x"); }), std::out_of_range);
}

TEST_CASE("work that hangs is left behind, and no second one is started beside it") {
  auto const ended = std::make_shared<std::atomic<bool>>(false);
  auto const started = std::make_shared<std::atomic<int>>(0);
  auto const hang = [ended, started] {
    ++*started;
    core::now_calling("someCall");
    std::this_thread::sleep_for(1s);
    *ended = true;
    return 1;
  };
  auto const start = std::chrono::steady_clock::now();
  auto const first = within_time_limit(50ms, hang);
  CHECK(!first.value);
  CHECK_THAT(first.overdue, contains("someCall has not returned for 0."));
  auto const second = within_time_limit(50ms, hang);
  CHECK(!second.value);
  CHECK_THAT(second.overdue, contains("someCall has not returned"));
  CHECK(seconds_of(start) < 0.8);
  CHECK(*started == 1);
  wait_for_the_end(*ended);
  CHECK(within_time_limit(5s, [] { return 2; }).value == 2);
}

TEST_CASE("the thread of the work takes no signals") {
  sigset_t blocked;
  sigemptyset(&blocked);
  auto const answer = within_time_limit(5s, [] {
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    return sigismember(&mask, SIGTERM) == 1 && sigismember(&mask, SIGINT) == 1;
  });
  CHECK(answer.value == true);
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  CHECK(sigismember(&blocked, SIGTERM) == 0);
}

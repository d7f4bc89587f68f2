// SPDX-License-Identifier: BSL-1.0
#include <allotype/machine/detail/time_limit.hpp>
#include <stdexcept>
#include <string>

#include "catch.hpp"

using namespace allotype;
using namespace std::chrono_literals;

namespace {

void wait_for(std::atomic<bool> const& condition) {
  while (!condition) std::this_thread::sleep_for(1ms);
}

}  // namespace

TEST_CASE("work that returns in time gives its result") {
  auto const answer = detail::within_time_limit(1min, [] { return std::string{"done"}; });
  REQUIRE(answer);
  CHECK(*answer == "done");
  CHECK(answer.reason());
}

TEST_CASE("what the work throws reaches who asked for it") {
  CHECK_THROWS_AS(detail::within_time_limit(1min, []() -> int { throw std::out_of_range("x"); }), std::out_of_range);
}

TEST_CASE("work that hangs is left behind, and no second one is started beside it") {
  struct conditions {
    std::atomic<int> started = 0;
    std::atomic<bool> hangs = false, let_go = false;
  };
  auto const of = std::make_shared<conditions>();
  auto const hang = [of] {
    ++of->started;
    detail::now_calling("someCall");
    of->hangs = true;
    wait_for(of->let_go);
    return 1;
  };
  // It hangs until it is let go: what returns before has not waited for it.
  auto const first = detail::within_time_limit(50ms, hang);
  CHECK(!first);
  CHECK(first.reason().why() == availability::timed_out);
  CHECK_THAT(first.reason().text(), contains(" has not returned for "));
  wait_for(of->hangs);
  auto const second = detail::within_time_limit(1h, hang);
  CHECK(!second);
  CHECK_THAT(second.reason().text(), contains("someCall has not returned for "));
  CHECK(of->started == 1);
  of->let_go = true;
  // What was left behind marks itself as returned a moment after its work.
  while (!detail::within_time_limit(1min, [] { return 1; })) std::this_thread::sleep_for(1ms);
  CHECK(*detail::within_time_limit(1min, [] { return 2; }) == 2);
}

TEST_CASE("the thread of the work takes no signals") {
  sigset_t blocked;
  sigemptyset(&blocked);
  auto const answer = detail::within_time_limit(1min, [] {
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    return sigismember(&mask, SIGTERM) == 1 && sigismember(&mask, SIGINT) == 1;
  });
  CHECK(*answer);
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  CHECK(sigismember(&blocked, SIGTERM) == 0);
}

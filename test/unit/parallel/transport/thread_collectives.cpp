// SPDX-License-Identifier: BSL-1.0
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <latch>
#include <mutex>
#include <thread>

#include <allotype/parallel/transport/thread_communicator.hpp>

#include "catch.hpp"
#include "collectives.hpp"

using namespace std::chrono_literals;

namespace {

// What shall end before its limit has one that no machine reaches; a test that does not end fails by the limit of
// ctest.
constexpr auto no_limit = 24h;
// Where a rank stays away: longer than a busy machine needs to let the others, whose threads run already, come.
constexpr auto limit = 2s;

}  // namespace

TEST_CASE("collectives between threads give the defined results, bit for bit") {
  for (int ranks : {1, 2, 3, 4, 7}) {
    CAPTURE(ranks);
    CHECK_NOTHROW(at::thread_group(ranks, no_limit).run([](auto& group) { exercise_all(group); }));
  }
}

TEST_CASE("ranks meet however long they wait for each other") {
  constexpr int ranks = 4, rounds = 2000;
  at::thread_group(ranks, no_limit).run([](auto& group) {
    for (int round = 0; round < rounds; ++round) {
      if (round % 50 == group.rank()) std::this_thread::sleep_for(1ms);  // the others go to sleep, too
      std::vector<int> numbers{round + group.rank(), round - group.rank(), 1};
      at::all_reduce(group, std::span(numbers), at::plus{});
      require(numbers == std::vector<int>{ranks * round + 6, ranks * round - 6, ranks},
              "round " + std::to_string(round));
    }
  });
}

TEST_CASE("a rank may end while others still return from the last meeting") {
  for (int turn = 0; turn < 300; ++turn) {
    CAPTURE(turn);
    REQUIRE_NOTHROW(at::thread_group(3, no_limit).run([](auto& group) { at::barrier(group); }));
  }
}

TEST_CASE("every rank runs once, in a thread of its own") {
  std::mutex mutex;
  std::vector<int> seen;
  at::thread_group(4, no_limit).run([&](auto& group) {
    std::lock_guard const lock(mutex);
    CHECK(group.size() == 4);
    seen.push_back(group.rank());
  });
  std::sort(seen.begin(), seen.end());
  CHECK(seen == std::vector<int>{0, 1, 2, 3});
  CHECK_THROWS_AS(at::thread_group(0), at::size_error);
}

namespace {

/// What `run` throws.
at::rank_error error_of(int ranks, std::chrono::milliseconds limit,
                        at::detail::function_reference<at::thread_group::communicator_type&> function) {
  try {
    at::thread_group(ranks, limit).run(function);
  } catch (at::rank_error const& error) {
    return error;
  }
  throw std::runtime_error("nothing was thrown");
}

}  // namespace

TEST_CASE("a rank that throws ends the job at once, and the error names it") {
  auto const error = error_of(4, no_limit, [](auto& group) {
    at::barrier(group);
    if (group.rank() == 2) throw std::runtime_error("out of cheese");
    std::vector<float> numbers(10);
    at::all_reduce(group, std::span(numbers), at::plus{});
  });
  CHECK(error.failure() == at::rank_error::kind::threw);
  CHECK(error.rank() == 2);
  CHECK(std::string(error.what()) == "rank 2 of 4 failed: out of cheese");
  REQUIRE(error.cause());
  CHECK_THROWS_AS(std::rethrow_exception(error.cause()), std::runtime_error);
}

TEST_CASE("something that is no exception is named, too") {
  auto const error = error_of(2, no_limit, [](auto& group) {
    if (group.rank() == 1) throw 17;
    at::barrier(group);
  });
  CHECK(std::string(error.what()) == "rank 1 of 2 failed: an exception that is not a std::exception");
}

TEST_CASE("a rank that comes too late ends the job, and the error names it") {
  std::latch all_run(3);
  std::atomic<bool> over = false;
  auto const error = error_of(3, limit, [&](auto& group) {
    all_run.arrive_and_wait();
    while (group.rank() == 1 && !over) std::this_thread::sleep_for(1ms);
    try {
      at::barrier(group);
    } catch (...) {
      over = true;
      throw;
    }
  });
  CHECK(error.failure() == at::rank_error::kind::missing);
  CHECK(error.rank() == 1);
  CHECK(std::string(error.what()) == "rank 1 of 3 did not arrive at barrier within 2000 ms");
}

TEST_CASE("a rank that ends early is named by those who wait for it") {
  auto const error = error_of(3, no_limit, [](auto& group) {
    if (group.rank() == 0) return;
    std::vector<double> numbers(5);
    at::broadcast(group, std::span(numbers), 1);
  });
  CHECK(error.failure() == at::rank_error::kind::left);
  CHECK(error.rank() == 0);
  CHECK_THAT(error.what(), contains("rank 0 of 3 ended") && contains("broadcast of 5 elements of 8 bytes from rank 1"));
}

TEST_CASE("ranks that do different things are told so") {
  auto const other_verb = error_of(2, no_limit, [](auto& group) {
    std::vector<float> numbers(4);
    if (group.rank() == 0) return at::barrier(group);
    at::all_reduce(group, std::span(numbers), at::plus{});
  });
  CHECK(other_verb.failure() == at::rank_error::kind::disagrees);
  CHECK(std::string(other_verb.what()) ==
        "the ranks do not do the same: rank 0 is at barrier, rank 1 at all_reduce of 4 elements of 4 bytes");
  auto const other_size = error_of(2, no_limit, [](auto& group) {
    std::vector<float> numbers(group.rank() == 0 ? 4 : 5);
    at::all_reduce(group, std::span(numbers), at::plus{});
  });
  CHECK_THAT(other_size.what(),
             contains("rank 0 is at all_reduce of 4 elements") && contains("rank 1 at all_reduce of 5"));
}

TEST_CASE("element types, operations and roots that differ are told, too") {
  auto const type = error_of(2, no_limit, [](auto& group) {
    std::vector<float> numbers(4);
    std::vector<int> whole(4);
    if (group.rank() == 0) return at::all_reduce(group, std::span(numbers), at::plus{});
    at::all_reduce(group, std::span(whole), at::plus{});
  });
  CHECK(type.failure() == at::rank_error::kind::disagrees);
  CHECK(std::string(type.what()) ==
        "the ranks do not do the same: rank 0 is at all_reduce of 4 elements of 4 bytes (float, plus), rank 1 at "
        "all_reduce of 4 elements of 4 bytes (int32, plus)");
  auto const operation = error_of(2, no_limit, [](auto& group) {
    std::vector<float> numbers(4);
    if (group.rank() == 0) return at::all_reduce(group, std::span(numbers), at::plus{});
    at::all_reduce(group, std::span(numbers), at::maximum{});
  });
  CHECK_THAT(operation.what(), contains("(float, plus)") && contains("(float, maximum)"));
  auto const own = error_of(2, no_limit, [](auto& group) {
    std::vector<float> numbers(4);
    if (group.rank() == 0) return at::all_reduce(group, std::span(numbers), at::plus{});
    at::all_reduce(group, std::span(numbers), [](float a, float b) { return a * b; });
  });
  CHECK_THAT(own.what(), contains("(float, plus)") && contains("(float, a type of its own, #"));
  auto const root = error_of(2, no_limit, [](auto& group) {
    std::vector<float> numbers(4);
    at::broadcast(group, std::span(numbers), group.rank());
  });
  CHECK_THAT(root.what(), contains("from rank 0, rank 1 at broadcast of 4 elements of 4 bytes from rank 1"));
}

TEST_CASE("a rank whose operation throws keeps its memory while others read it") {
  std::latch rank_1_reads(1);
  std::atomic<bool> thrown = false, rank_1_has_read = false, left_early = false;
  auto const error = error_of(2, no_limit, [&](auto& group) {
    std::vector<float> numbers(2, 1.f);
    auto const sum = [&](float a, float b) {
      if (group.rank() == 0) {
        rank_1_reads.wait();
        thrown = true;
        throw std::runtime_error("out of cheese");
      }
      rank_1_reads.count_down();
      while (!thrown) std::this_thread::yield();
      std::this_thread::sleep_for(50ms);
      rank_1_has_read = true;
      return a + b;
    };
    try {
      at::all_reduce(group, std::span(numbers), sum);
    } catch (...) {
      if (group.rank() == 0) left_early = !rank_1_has_read;
      throw;
    }
  });
  CHECK(std::string(error.what()) == "rank 0 of 2 failed: out of cheese");
  CHECK(!left_early);
}

TEST_CASE("a rank whose time is over keeps its memory while others read it") {
  std::atomic<bool> rank_0_combines = false, rank_1_has_read = false, left_early = false;
  auto const error = error_of(2, limit, [&](auto& group) {
    std::vector<float> numbers(2, 1.f);
    auto const sum = [&](float a, float b) {
      if (group.rank() == 0) {
        rank_0_combines = true;
      } else {
        while (!rank_0_combines) std::this_thread::yield();
        std::this_thread::sleep_for(limit + limit / 2);
        rank_1_has_read = true;
      }
      return a + b;
    };
    try {
      at::all_reduce(group, std::span(numbers), sum);
    } catch (...) {
      if (group.rank() == 0) left_early = !rank_1_has_read;
      throw;
    }
  });
  CHECK(std::string(error.what()) ==
        "rank 1 of 2 did not arrive at all_reduce of 2 elements of 4 bytes within 2000 ms");
  CHECK(!left_early);
}

TEST_CASE("spans that do not fit are refused before anything is sent") {
  auto const error = error_of(2, no_limit, [](auto& group) {
    std::vector<float> mine(3), all(5);
    at::all_gather(group, std::span(mine), std::span(all));
  });
  CHECK_THAT(error.what(), contains("all_gather: 2 ranks with 3 elements each are not 5 elements"));
  auto const root = error_of(2, no_limit, [](auto& group) {
    std::vector<float> mine(3);
    at::broadcast(group, std::span(mine), 2);
  });
  CHECK_THAT(root.what(), contains("broadcast: from rank 2 of 2; ranks are 0 to 1"));
}

TEST_CASE("the end is a meeting, too: a rank that comes to it too late is named") {
  std::latch all_run(3);
  auto const error = error_of(3, limit, [&](auto& group) {
    all_run.arrive_and_wait();
    // Behind the limit of the first to come, and long before the second one, at which the process would end.
    if (group.rank() == 1) std::this_thread::sleep_for(limit + limit / 2);
  });
  CHECK(error.failure() == at::rank_error::kind::missing);
  CHECK(error.rank() == 1);
  CHECK(std::string(error.what()) == "rank 1 of 3 did not arrive at the end of its function within 2000 ms");
}

namespace {

/// What a process of three ranks writes to standard error, which must fail.
template <class F>
std::string words_of_failing_process(F const& function) {
  int channel[2];
  REQUIRE(pipe(channel) == 0);
  pid_t const child = fork();
  if (child == 0) {
    dup2(channel[1], STDERR_FILENO);
    std::latch all_run(3);
    at::thread_group(3, limit).run([&](auto& group) {
      all_run.arrive_and_wait();
      function(group);
    });
    std::_Exit(0);
  }
  REQUIRE(child > 0);
  close(channel[1]);
  std::string text;
  char piece[512];
  for (ssize_t n; (n = read(channel[0], piece, sizeof piece)) > 0;) text.append(piece, static_cast<std::size_t>(n));
  close(channel[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == EXIT_FAILURE);
  return text;
}

}  // namespace

TEST_CASE("a rank that never returns ends the process with an error that names it") {
  auto const in_a_collective = words_of_failing_process([](auto& group) {
    while (group.rank() == 2) std::this_thread::sleep_for(1h);
    at::barrier(group);
  });
  CHECK_THAT(in_a_collective, contains("rank 2 of 3 did not arrive at barrier within 2000 ms"));
  auto const at_the_end = words_of_failing_process([](auto& group) {
    while (group.rank() == 2) std::this_thread::sleep_for(1h);
  });
  CHECK_THAT(at_the_end, contains("rank 2 of 3 did not arrive at the end of its function within 2000 ms"));
  for (std::string const& text : {in_a_collective, at_the_end}) {
    CHECK_THAT(text, contains("the thread of rank 2 still runs and cannot be stopped: the process ends"));
  }
}

// SPDX-License-Identifier: BSL-1.0
/// \file
/// `all_reduce` between two threads against the same sums by hand: threads and `std::barrier`, which may put them to
/// sleep, or a barrier that spins. Neither looks whether all ranks do the same, nor how long they wait.
#include <allotype/parallel/transport/thread_communicator.hpp>

#include <atomic>
#include <barrier>
#include <cstring>
#include <thread>

#include "collectives.hpp"

namespace at = allotype;

namespace {

using numbers_of_ranks = std::vector<std::vector<float>>;

numbers_of_ranks set_all(long long size) {
  numbers_of_ranks numbers(ranks, std::vector<float>(static_cast<std::size_t>(size)));
  for (int rank = 0; rank < ranks; ++rank) set_numbers(numbers[static_cast<std::size_t>(rank)], rank);
  return numbers;
}

/// For threads that have a processor each.
class spinning_barrier {
 public:
  explicit spinning_barrier(int threads) : threads_(threads) {}

  void arrive_and_wait() {
    int const round = round_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_release);
    } else {
      while (round_.load(std::memory_order_acquire) == round) {
      }
    }
  }

 private:
  int const threads_;
  std::atomic<int> arrived_ = 0;
  alignas(64) std::atomic<int> round_ = 0;
};

template <class Barrier>
void all_reduce_by_hand(Barrier& meeting, numbers_of_ranks& numbers, int rank) {
  std::vector<float>& mine = numbers[static_cast<std::size_t>(rank)];
  std::vector<float> const& other = numbers[static_cast<std::size_t>(1 - rank)];
  auto const [begin, size] = share_of(mine.size(), rank);
  auto const [other_begin, other_size] = share_of(mine.size(), 1 - rank);
  meeting.arrive_and_wait();
  add(numbers[0].data() + begin, numbers[1].data() + begin, size, mine.data() + begin);
  meeting.arrive_and_wait();
  std::memcpy(mine.data() + other_begin, other.data() + other_begin, other_size * sizeof(float));
  meeting.arrive_and_wait();
}

template <class Barrier>
double by_hand(numbers_of_ranks& numbers, long long turns) {
  Barrier meeting(ranks);
  double seconds = 0;
  auto const body = [&](int rank) {
    meeting.arrive_and_wait();
    auto const start = bench_clock::now();
    for (long long turn = 0; turn < turns; ++turn) all_reduce_by_hand(meeting, numbers, rank);
    if (rank == 0) seconds = seconds_since(start);
  };
  std::thread first(body, 0), second(body, 1);
  first.join();
  second.join();
  return seconds;
}

double through_library(numbers_of_ranks& numbers, long long turns) {
  double seconds = 0;
  at::thread_group(ranks).run([&](at::thread_group::communicator_type& group) {
    std::span<float> const mine(numbers[static_cast<std::size_t>(group.rank())]);
    at::barrier(group);
    auto const start = bench_clock::now();
    for (long long turn = 0; turn < turns; ++turn) at::all_reduce(group, mine, at::plus{});
    if (group.rank() == 0) seconds = seconds_since(start);
  });
  return seconds;
}

template <double work(numbers_of_ranks&, long long)>
void enter(char const* comparison, long long size, char const* contender) {
  auto const seconds_of = [](long long count, long long turns) {
    numbers_of_ranks zeros(ranks, std::vector<float>(static_cast<std::size_t>(count)));  // whose sums stay small
    return work(zeros, turns);
  };
  auto const is_right = [](long long count) {
    auto numbers = set_all(count);
    work(numbers, 1);
    return std::all_of(numbers.begin(), numbers.end(), sums_are_right);
  };
  ::enter(comparison, size, contender, seconds_of, is_right);
}

}  // namespace

int main(int count, char** arguments) {
  for (long long const size : sizes) {
    enter<by_hand<std::barrier<>>>("sum of two threads", size, "raw threads");
    enter<through_library>("sum of two threads", size, "allotype");
    enter<by_hand<spinning_barrier>>("sum of two threads that spin", size, "raw threads");
    enter<through_library>("sum of two threads that spin", size, "allotype");
  }
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  return benchmark::RunSpecifiedBenchmarks() == 0;
}

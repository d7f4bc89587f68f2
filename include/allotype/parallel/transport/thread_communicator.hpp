// SPDX-License-Identifier: BSL-1.0
/// \file
/// Ranks that are threads of this process. They read each other's memory, so each element is copied at most once.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <allotype/parallel/transport/collectives.hpp>
#include <allotype/parallel/transport/detail/collective_call.hpp>
#include <allotype/parallel/transport/detail/combine.hpp>
#include <allotype/parallel/transport/detail/function_reference.hpp>
#include <allotype/parallel/transport/detail/time_limit.hpp>
#include <allotype/parallel/transport/rank_error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// What the ranks of a thread group share. While all goes well they meet without a lock.
///
/// In a collective ranks read each other's memory. A rank that ends it early, by an error, therefore stays until no
/// other one is within a collective: its error may free what the others read.
class meeting {
 public:
  meeting(int ranks, std::chrono::milliseconds time_limit)
      : ranks_(ranks),
        time_limit_(time_limit),
        turns_(ranks <= static_cast<int>(std::thread::hardware_concurrency()) ? 4000 : 200),
        seats_(static_cast<std::size_t>(ranks)) {}

  [[nodiscard]] int ranks() const noexcept { return ranks_; }
  [[nodiscard]] std::chrono::milliseconds time_limit() const { return time_limit_; }

  /// All ranks call it, each with its own data; returns when the last has. What was written before it by one rank can
  /// be read behind it by all, until all have come to the collective's last step. Then each calls `leave`; a rank that
  /// has an error instead calls `give_up`.
  void enter(int rank, collective_call const& call, void const* data) {
    seats_[index(rank)].within =
        true;  // before it looks for a failure, as a rank that gives up looks for it after that
    rethrow();
    seats_[index(rank)].data = data;
    seats_[index(rank)].call = call;
    meet(rank, [this] { check_calls(); });
  }
  void leave(int rank) { seats_[index(rank)].within.store(false, std::memory_order_release); }
  /// The rank ends a collective by `cause`. Returns when no other rank reads its memory any more.
  void give_up(int rank, std::exception_ptr const& cause) {
    failed(rank, cause);
    std::unique_lock lock(mutex_);
    seats_[index(rank)].gave_up = true;
    leave(rank);
    for (seat const& other : seats_) {
      while (other.within) changed_.wait_for(lock, std::chrono::milliseconds{1});
    }
  }
  /// The same within a collective.
  void step(int rank) {
    rethrow();
    meet(rank, [] {});
  }

  template <class T>
  [[nodiscard]] T const* data_of(int rank) const {
    return static_cast<T const*>(seats_[index(rank)].data);
  }

  /// The rank's function threw `cause`.
  void failed(int rank, std::exception_ptr cause) {
    std::lock_guard const lock(mutex_);
    fail(rank_error::kind::threw, rank,
         message<2000>{} << "rank " << rank << " of " << ranks_ << " failed: " << message_of(cause).text(), cause);
  }
  /// The rank's function has ended; no other rank may wait for it any more.
  void ended(int rank) {
    std::lock_guard const lock(mutex_);
    seats_[index(rank)].ended = true;
    ++ended_;  // before it looks for ranks that wait, as those look for ranks that ended after they came
    if (arrived_ > 0) fail_because_left(rank);
    changed_.notify_all();
  }

  /// Waits until every rank has ended. The end is a meeting, too: the first who comes to it waits no longer for the
  /// others than in a collective. A rank that has not ended within the time limit after that, or after another's
  /// failure, never will: a thread cannot be stopped from outside, so the process ends.
  void wait_for_all() {
    std::unique_lock lock(mutex_);
    auto const all_ended = [&] { return ended_ == ranks_; };
    changed_.wait(lock, [&] { return ended_ > 0 || failure_; });
    if (!changed_.wait_for(lock, time_limit_, [&] { return all_ended() || failure_; })) {
      fail_because_missing(call_without_elements(collective::end), [&](seat const& of) { return of.ended; });
    }
    if (changed_.wait_for(lock, time_limit_, all_ended)) return;
    std::fprintf(stderr, "allotype: %s\n", failure_->what());
    for (int rank = 0; rank < ranks_; ++rank) {
      if (!seats_[index(rank)].ended && !seats_[index(rank)].gave_up) {
        std::fprintf(stderr, "allotype: the thread of rank %d still runs and cannot be stopped: the process ends\n",
                     rank);
      }
    }
    std::fflush(stderr);
    std::_Exit(EXIT_FAILURE);
  }

  void rethrow() const {
    if (failed_) throw *failure_;
  }

 private:
  /// A rank's own; apart from the others', so that ranks do not slow each other down.
  struct alignas(64) seat {
    void const* data = nullptr;
    collective_call call;
    bool ended = false;
    bool gave_up = false;
    std::atomic<bool> within = false;                          ///< a collective, where it may read what others have
    alignas(64) std::atomic<unsigned long long> arrivals = 0;  ///< written in each step, and read where one fails
  };

  static std::size_t index(int rank) { return static_cast<std::size_t>(rank); }

  template <class Check>
  void meet(int rank, Check const& check) {
    unsigned long long const mine = seats_[index(rank)].arrivals.load(std::memory_order_relaxed) + 1;
    seats_[index(rank)].arrivals.store(mine, std::memory_order_release);
    if (++arrived_ == ranks_) {
      rethrow();  // a rank that gave up has left
      arrived_ = 0;
      check();
      held_ = mine;
      if (sleepers_ > 0) wake();
      return;
    }
    if (ended_ > 0) look_for_ended(mine);
    if (!spin_until_held(mine)) sleep_until_held(rank, mine);
  }

  void check_calls() {
    bool same = true;
    for (seat const& one : seats_) same = same && one.call == seats_[0].call;
    if (same) return;
    std::vector<collective_call> calls;
    calls.reserve(seats_.size());
    for (seat const& one : seats_) calls.push_back(one.call);
    int const different = first_different(calls.data(), ranks_);
    {
      std::lock_guard const lock(mutex_);
      fail(rank_error::kind::disagrees, different, describe_difference(calls.data(), different));
    }
    rethrow();
  }

  /// The others come soon as a rule: sooner than the system wakes a thread, and sooner than a call of yield returns.
  /// But where there are more ranks than processors, the one that is waited for may need this one's.
  bool spin_until_held(unsigned long long mine) const {
    for (int turn = 0; turn < turns_ + 100; ++turn) {
      if (held_.load(std::memory_order_acquire) >= mine) return true;
      if (failed_.load(std::memory_order_acquire)) return false;
      if (turn >= turns_) std::this_thread::yield();
    }
    return false;
  }

  void sleep_until_held(int rank, unsigned long long mine) {
    auto const has_come = [&](seat const& of) { return of.arrivals >= mine; };
    std::unique_lock lock(mutex_);
    ++sleepers_;  // before it looks whether the last has come, as the last looks for sleepers after that
    bool const in_time = changed_.wait_for(lock, time_limit_, [&] { return held_ >= mine || failure_; });
    if (!in_time && std::all_of(seats_.begin(), seats_.end(), has_come)) {  // the last one has just come
      changed_.wait(lock, [&] { return held_ >= mine || failure_; });
    }
    --sleepers_;
    if (held_ >= mine) return;
    if (!in_time) fail_because_missing(seats_[index(rank)].call, has_come);
    rethrow();
  }
  void wake() {
    std::lock_guard const lock(mutex_);
    changed_.notify_all();
  }

  /// A rank that waits for meeting `mine` has seen that somebody ended: before the meeting, or behind it?
  void look_for_ended(unsigned long long mine) {
    std::lock_guard const lock(mutex_);
    for (int other = 0; other < ranks_ && held_ < mine; ++other) {
      if (seats_[index(other)].ended) return fail_because_left(other);
    }
  }

  void fail(rank_error::kind failure, int rank, message<2000> const& text, std::exception_ptr cause = nullptr) {
    if (!failure_) {
      failure_.emplace(failure, rank, text, cause);
      failed_ = true;  // and the error never changes again
    }
    changed_.notify_all();
  }
  void fail_because_left(int rank) {
    for (int other = 0; other < ranks_; ++other) {
      if (other == rank || seats_[index(other)].arrivals <= held_) continue;
      return fail(rank_error::kind::left, rank,
                  message<2000>{} << "rank " << rank << " of " << ranks_ << " ended, and rank " << other
                                  << " waits for it in " << describe(seats_[index(other)].call).text());
    }
  }
  template <class HasCome>
  void fail_because_missing(collective_call const& where, HasCome const& has_come) {
    message<2000> text;
    int first = -1;
    for (int other = 0; other < ranks_; ++other) {
      if (has_come(seats_[index(other)])) continue;
      text << (first < 0 ? "rank " : ", rank ") << other;
      if (first < 0) first = other;
    }
    text << " of " << ranks_ << " did not arrive at " << describe(where).text() << " within "
         << static_cast<long long>(time_limit_.count()) << " ms";
    fail(rank_error::kind::missing, first, text);
  }

  int const ranks_;
  std::chrono::milliseconds const time_limit_;
  int const turns_;  ///< looks without a yield; 4,000 take some microseconds
  std::vector<seat> seats_;
  alignas(64) std::atomic<int> arrived_ = 0;              ///< ranks that wait for the next meeting
  alignas(64) std::atomic<unsigned long long> held_ = 0;  ///< meetings that all ranks came to
  std::atomic<int> ended_ = 0;
  std::atomic<int> sleepers_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;  ///< of what follows, and of `seat::ended`
  std::condition_variable changed_;
  std::optional<rank_error> failure_;
};

/// One thread's connection to a `thread_group`.
class thread_communicator {
 public:
  thread_communicator(meeting& others, int rank) : others_(&others), rank_(rank) {}

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const { return others_->ranks(); }

  void barrier() { meet(call_without_elements(collective::barrier)); }

  /// A barrier of ranks that are about to do `call` elsewhere.
  void meet(collective_call const& call) {
    in_collective(call, nullptr, [] {});
  }

  template <class T>
  void broadcast(T* elements, std::size_t count, int root) {
    in_collective(call_of<T>(collective::broadcast, count, root), elements, [&] {
      if (rank_ != root && count != 0) std::memcpy(elements, others_->data_of<T>(root), count * sizeof(T));
      others_->step(rank_);
    });
  }

  template <class T, class Op>
  void all_reduce(T* elements, std::size_t count, Op const& op) {
    in_collective(call_of<T, Op>(collective::all_reduce, count), elements, [&] {
      // Each rank writes its share of its own elements, which no other rank reads before the next meeting.
      std::size_t const begin = share_begin(count, size(), rank_), end = share_begin(count, size(), rank_ + 1);
      combine(begin, end - begin, elements + begin, op);
      others_->step(rank_);
      for (int other = 0; other < size(); ++other) {
        std::size_t const from = share_begin(count, size(), other), to = share_begin(count, size(), other + 1);
        if (other != rank_ && from != to)
          std::memcpy(elements + from, others_->data_of<T>(other) + from, (to - from) * sizeof(T));
      }
      others_->step(rank_);
    });
  }

  template <class T>
  void all_gather(T const* mine, std::size_t count, T* all) {
    in_collective(call_of<T>(collective::all_gather, count), mine, [&] {
      for (int other = 0; other < size() && count != 0; ++other) {
        std::memmove(all + static_cast<std::size_t>(other) * count, others_->data_of<T>(other), count * sizeof(T));
      }
      others_->step(rank_);
    });
  }

  template <class T, class Op>
  void reduce_scatter(T const* all, std::size_t count, T* mine, Op const& op) {
    in_collective(call_of<T, Op>(collective::reduce_scatter, count), all, [&] {
      combine(static_cast<std::size_t>(rank_) * count, count, mine, op);
      others_->step(rank_);
    });
  }

 private:
  /// All ranks are here, with the same call; `work` reads what they have, and ends with a step.
  template <class Work>
  void in_collective(collective_call const& call, void const* data, Work const& work) {
    try {
      others_->enter(rank_, call, data);
      work();
    } catch (...) {
      others_->give_up(rank_, std::current_exception());
      throw;
    }
    others_->leave(rank_);
  }

  template <class T, class Op>
  void combine(std::size_t begin, std::size_t count, T* out, Op const& op) {
    auto const part_of = [&](int other) { return others_->data_of<T>(other) + begin; };
    combine_in_rank_order(part_of, size(), count, out, op);
  }

  meeting* others_;
  int rank_;
};

}  // namespace detail

/// A group of ranks that are threads.
class thread_group {
 public:
  using communicator_type = detail::thread_communicator;

  /// \throws size_error if the number of ranks is less than 1
  explicit thread_group(int ranks, std::chrono::milliseconds time_limit = detail::default_time_limit)
      : ranks_(ranks), time_limit_(time_limit) {
    if (ranks < 1) throw size_error(message<2000>{} << "a group of " << ranks << " ranks; it has one at least");
  }

  /// The number of ranks.
  [[nodiscard]] int size() const noexcept { return ranks_; }

  /// Calls `function(communicator)` once for each rank, each in its own thread, and returns when all have returned.
  /// \throws rank_error, which names the first rank that threw, was missing, left or disagreed; the others are woken. A
  /// rank is also missing if it has not returned within the time limit after the first rank that has. If it then does
  /// not return within another time limit, the process ends, with the error on standard error.
  template <class F>
  void run(F const& function) const {
    run_ranks(function);
  }

 private:
  void run_ranks(detail::function_reference<communicator_type&> function) const {
    detail::meeting others(ranks_, time_limit_);
    std::vector<std::thread> threads;
    threads.reserve(static_cast<std::size_t>(ranks_));
    for (int rank = 0; rank < ranks_; ++rank) {
      auto const body = [&function, &others, rank] {
        try {
          communicator_type mine(others, rank);
          function(mine);
        } catch (...) {
          others.failed(rank, std::current_exception());
        }
        others.ended(rank);
      };
      try {
        threads.emplace_back(body);
      } catch (...) {  // the system has no more threads
        others.failed(rank, std::current_exception());
        for (int absent = rank; absent < ranks_; ++absent) others.ended(absent);
        break;
      }
    }
    others.wait_for_all();
    for (std::thread& thread : threads) thread.join();
    others.rethrow();
  }

 private:
  int ranks_;
  std::chrono::milliseconds time_limit_;
};

static_assert(communicator<detail::thread_communicator>);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Calls that may never return, with a time limit. What asks a driver may hang in it, for as long as the driver likes.
///
/// The work runs in a thread of its own, which is left behind where it does not return in time. Why not in a child
/// process, which could be killed: `fork` in somebody else's program copies locks that other threads hold, runs the
/// fork handlers of MPI, OpenMP and allocators, copies the page tables of a program with much pinned memory, and its
/// end shows up as a SIGCHLD that the program did not expect; and a child that hangs in the driver without being
/// interruptible cannot be killed either. The thread touches nothing but what it owns, blocks all signals, and is
/// remembered: while it hangs, no second one is started, so a program that asks every second does not collect threads.
#pragma once

#include <allotype/core/detail/language.hpp>
#include <allotype/dispatch/opened.hpp>

#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
namespace detail {

/// What a thread is doing, for whoever waits for it.
struct work_in_progress {
  using clock = std::chrono::steady_clock;

  std::atomic<char const*> doing{"starting a thread"};
  std::atomic<clock::rep> called{clock::now().time_since_epoch().count()};
  std::atomic<bool> returned{false};

  double seconds_of_call() const {
    auto const since = clock::time_point(clock::duration(called.load(std::memory_order_relaxed)));
    return std::chrono::duration<double>(clock::now() - since).count();
  }
};

inline thread_local work_in_progress* work_of_this_thread = nullptr;

/// Notes which call comes next; `call` is a literal.
inline void now_calling(char const* call) {
  if (work_of_this_thread == nullptr) return;
  work_of_this_thread->doing.store(call, std::memory_order_relaxed);
  work_of_this_thread->called.store(work_in_progress::clock::now().time_since_epoch().count(),
                                    std::memory_order_relaxed);
}

/// The work that was left behind last. Never destroyed: the thread may outlive everything static.
struct left_behind {
  std::mutex mutex;
  std::shared_ptr<work_in_progress> work;
};
inline left_behind& work_left_behind() {
  static left_behind* const left = new left_behind;
  return *left;
}
inline void leave_behind(std::shared_ptr<work_in_progress> work) {
  auto& left = work_left_behind();
  std::lock_guard const lock(left.mutex);
  left.work = std::move(work);
}

template <class Result>
struct limited_work : work_in_progress {
  std::mutex mutex;
  std::condition_variable done;
  std::optional<Result> result;
  std::exception_ptr thrown;
};

/// Signals are for the threads of the program, not for this one.
template <class F>
void start_detached(F work) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread(std::move(work)).detach();
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

inline answer overdue(work_in_progress const& work) {
  std::string seconds = std::to_string(work.seconds_of_call());
  seconds.resize(seconds.find('.') + 2);
  return answer{availability::timed_out, work.doing.load()} << " has not returned for " << seconds.c_str() << " s";
}

/// Calls `work()` in a thread of its own and waits for it, `limit` at most: its result, or in which call it hangs.
/// `work` owns all that it uses. Where an earlier call still hangs, this one returns at once and says so.
/// \throws what `work` threw; std::system_error where no thread can be started
template <class F>
auto within_time_limit(std::chrono::nanoseconds limit, F work) -> opened<decltype(work())> {
  using result = decltype(work());
  auto& left = work_left_behind();
  {
    std::lock_guard const lock(left.mutex);
    if (left.work != nullptr && !left.work->returned) return overdue(*left.work);
    left.work.reset();
  }
  auto const state = std::make_shared<limited_work<result>>();
  start_detached([state, work = std::move(work)]() mutable {
    work_of_this_thread = state.get();
    std::optional<result> value;
    std::exception_ptr thrown;
    try {
      value.emplace(work());
    } catch (...) {
      thrown = std::current_exception();
    }
    work_of_this_thread = nullptr;
    std::lock_guard const lock(state->mutex);
    state->result = std::move(value);
    state->thrown = thrown;
    state->returned = true;
    state->done.notify_one();
  });
  std::unique_lock lock(state->mutex);
  if (!state->done.wait_for(lock, limit, [&] { return state->returned.load(); })) {
    lock.unlock();
    leave_behind(state);
    return overdue(*state);
  }
  if (state->thrown != nullptr) std::rethrow_exception(state->thrown);
  return std::move(*state->result);
}

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

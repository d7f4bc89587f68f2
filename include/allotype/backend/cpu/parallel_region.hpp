// SPDX-License-Identifier: BSL-1.0
/// \file
/// Regions of OpenMP's threads: exceptions leave them, their time is taken, and a forked process opens none.
#pragma once

#include <cstddef>

#include <allotype/core/mode.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// The alignment of a `T` that shares its cache line with no other. Of two `alignas` in a template g++ takes the last.
template <class T>
inline constexpr std::size_t own_line_of = alignof(T) > 64 ? alignof(T) : 64;

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#ifdef _OPENMP

#  include <omp.h>
#  include <time.h>

#  include <exception>

#  include <allotype/backend/cpu/loop_cost.hpp>
#  include <allotype/dispatch/detail/share.hpp>

// The OpenMP of g++. That of clang starts anew in a child of fork.
#  ifndef __clang__
#    include <pthread.h>
#    if __has_include(<sys/single_threaded.h>)
#      include <sys/single_threaded.h>
#    endif
#  endif

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

#  ifndef __clang__

/// In a child of fork libgomp waits for the threads that the thread which forked had, and a child has none of them. So
/// that thread uses no others, if its process had any. Threads that the child starts have OpenMP threads of their own.
struct threads_after_fork {
  /// The handler is there from the program's beginning on: its first region may be its own.
  static int watch_forks() { return pthread_atfork(&before_fork, nullptr, &in_child); }
  static inline thread_local constinit bool had_others = false, are_gone = false;

 private:
  static void before_fork() {
#    if __has_include(<sys/single_threaded.h>)
    had_others = !__libc_single_threaded;
#    else
    had_others = true;
#    endif
  }
  static void in_child() {
    if (!had_others) return;
    are_gone = true;
    omp_set_num_threads(1);  // for the program's own regions
  }
};
inline int const forks_are_watched = threads_after_fork::watch_forks();

inline int max_threads() { return threads_after_fork::are_gone ? 1 : omp_get_max_threads(); }

#  else

inline int max_threads() { return omp_get_max_threads(); }

#  endif

/// The first exception of a thread. It must not leave the parallel region, and is thrown again after it. Every region
/// has one.
class first_exception {
 public:
  template <class Work>
  void guard(Work const& work) {
    try {
      work();
    } catch (...) {
#  pragma omp critical(allotype_first_exception)
      if (!caught_) caught_ = std::current_exception();
    }
  }
  void rethrow() {
    if (caught_) std::rethrow_exception(caught_);
  }

 private:
  std::exception_ptr caught_;
};

inline double nanoseconds_now() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

/// How the next loop is run, which is not surely short, by at most `most` threads. Within a region of the program's,
/// another one has one thread.
[[gnu::noinline]] inline loop_way next_way(loop_cost& cost, long long count, int most) {
  if (most == 1) return {};
  if (int const level = omp_get_active_level(); level > 0 && level >= omp_get_max_active_levels()) return {};
  return cost.next(count);
}

/// Work for threads, whose type is not known: so regions are compiled once, and not anew with each kernel.
struct thread_work {
  void (*call)(thread_work const&, int thread, int threads);
  void operator()(int thread, int threads) const { call(*this, thread, threads); }
};
/// What `work` holds by value, each thread reads from one place: it takes a thread about 100 ns to get what another
/// processor has just written.
template <class Work>
struct alignas(own_line_of<Work>) thread_work_of : thread_work {
  Work const work;
  explicit thread_work_of(Work const& of) : thread_work{&call_work}, work(of) {}

 private:
  static void call_work(thread_work const& self, int thread, int threads) {
    static_cast<thread_work_of const&>(self).work(thread, threads);
  }
};

/// Calls `loop()` on the calling thread.
template <class Loop>
decltype(auto) loop_alone(loop_cost& cost, bool measured, long long count, Loop const& loop) {
  struct stopwatch {
    loop_cost& cost;
    bool measured;
    long long count;
    double begin = measured ? nanoseconds_now() : 0;
    ~stopwatch() {
      if (measured)
        cost.ran_alone(count, nanoseconds_now() - begin);
      else
        cost.ran_without_choice(count);
    }
  };
  stopwatch const running{cost, measured, count};
  return loop();
}

/// The regions of one loop, most often one, and the time that they take together.
class regions_of_loop {
 public:
  regions_of_loop(loop_cost& cost, bool measured, long long count)
      : cost_(cost), measured_(measured), count_(count), begin_(measured ? nanoseconds_now() : 0) {}

  /// Calls `work(thread, threads)` on each of at most `most` threads.
  [[gnu::noinline]] void run(int most, thread_work const& work) {
    first_exception failure;
    constexpr int max_looked_at = 256;
    double busy[max_looked_at];
    int threads = 1;
    bool const measured = measured_;
#  pragma omp parallel num_threads(most) firstprivate(measured)
    {
      int const thread = omp_get_thread_num();
      bool const looks = measured && thread < max_looked_at;
      double const share_begin = looks ? nanoseconds_now() : 0;
      failure.guard([&] { work(thread, omp_get_num_threads()); });
      if (looks) busy[thread] = nanoseconds_now() - share_begin;
      if (looks && thread == 0) threads = omp_get_num_threads();
    }
    failure.rethrow();
    if (!measured) return;
    int const looked_at = threads < max_looked_at ? threads : max_looked_at;
    double longest = 0, sum = 0;
    for (int thread = 0; thread < looked_at; ++thread) {
      sum += busy[thread];
      if (busy[thread] > longest) longest = busy[thread];
    }
    if (threads > threads_) threads_ = threads;
    longest_ += longest;
    sum_ += sum / looked_at * threads;
  }
  template <class Work>
  void run(int most, Work const& work) {
    run(most, static_cast<thread_work const&>(thread_work_of<Work>(work)));
  }

  /// After the last region.
  void done() {
    if (measured_) cost_.ran_shared(count_, threads_, longest_, sum_, nanoseconds_now() - begin_);
  }

 private:
  loop_cost& cost_;
  bool measured_;
  long long count_;
  double begin_;
  int threads_ = 1;
  double longest_ = 0, sum_ = 0;  ///< of the slowest threads of all regions; of all threads
};

/// Calls `loop(0, 1)` on the calling thread, or `loop(thread, threads)` on each of at most `most`.
[[gnu::noinline]] inline void run_loop(loop_way way, loop_cost& cost, long long count, int most,
                                       thread_work const& loop) {
  if (!way.threads) return loop_alone(cost, way.measured, count, [&] { loop(0, 1); });
  regions_of_loop regions(cost, way.measured, count);
  regions.run(most, loop);
  regions.done();
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#endif

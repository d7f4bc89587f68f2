// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether a loop is worth OpenMP's threads. To start them and to wait for them takes about a microsecond; many loops
/// are done before. What an index costs is measured while loops run.
#pragma once

#include <allotype/core/mode.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// How a loop is run: by the calling thread or by all, and whether its time is taken.
struct loop_way {
  bool threads, measured;
};

/// What the loops of one kernel cost, as those before did. Times are in nanoseconds.
///
/// The calling thread alone takes `count * index_alone_`. All threads take `share * index_shared_ + region_`, by the
/// share of the slowest. An index takes longer when other threads work beside. Every new kernel begins with some loops
/// on all threads. Later the way that seems slower is tried again from time to time, for at most a 32nd of the time.
class loop_cost {
 public:
  /// So many indices run on the calling thread without a look at the clock, which takes longer than a short loop. One
  /// index, or none, counts as none: so a loop of one is always short, without a question of its own, whose answer g++
  /// would follow through all loops of one size that stand after one another.
  [[gnu::always_inline]] bool below_threshold(long long count) { return (unmeasured_ -= counted(count)) >= 0; }

  /// How to run a loop that is not below the threshold.
  loop_way next(long long count) {
    if (count < 2) return {};
    if (tries_ > 0) return {true, true};
    // What short loops cost besides their indices would count for each index of a long one.
    if (count > 8 * longest_shared_) {
      tries_ = max_tries;
      patience_ = 1;
      return {true, true};
    }
    double const alone = time_alone(count), shared = time_shared(count);
    if (shared < alone) {
      if (alone < 32 * region_ && may_lose(alone - shared)) return {false, true};
      return {true, --unmeasured_regions_ < 0};
    }
    if (!may_lose(max_tries * (shared - alone))) return {false, true};
    tries_ = max_tries;
    return {true, true};
  }

  /// Nothing is to be decided now: there is one thread.
  void ran_without_choice(long long count) { unmeasured_ = 8 * counted(count); }

  /// The calling thread took `time` for all indices.
  void ran_alone(long long count, double time) {
    if (time < 1) time = 1;
    double index = time / static_cast<double>(count);
    // The time is that of the clock itself.
    if (time < shortest && index > index_alone_) index = index_alone_;
    bool const as_expected = index >= index_alone_ / 2 && index <= 2 * index_alone_;
    index = falling_slowly(index, index_alone_);
    if (last_alone_) index_shared_ *= index / index_alone_;
    index_alone_ = index;
    last_alone_ = alone_known_ = true;
    spent_ += time;
    // Twice as many as the last time, until the clock takes 1 % of the time.
    double const enough = 1.6e7 / (time * time);
    calls_ = !as_expected ? 0 : 2 * calls_ + 1;
    if (calls_ > max_calls) calls_ = max_calls;
    if (calls_ > enough) calls_ = static_cast<int>(enough);
    unmeasured_ = calls_ * counted(count);
  }

  /// So many threads took `whole`: the slowest took `longest` for its share, and all `sum`.
  void ran_shared(long long count, int threads, double longest, double sum, double whole) {
    threads_ = threads;
    if (count > longest_shared_) longest_shared_ = count;
    if (longest < 1) longest = sum = 1;
    double const measured = longest / static_cast<double>(share(count));
    double index = measured;
    double region = whole - longest;
    if (region < 100) region = 100;
    if (region > max_region) region = max_region;
    // The time is that of the clock itself.
    if (longest < shortest && index > index_shared_ && index_shared_ > 0) index = index_shared_;
    bool as_expected = index >= index_shared_ / 2 && index <= 2 * index_shared_ && region <= 2 * region_;
    index = falling_slowly(index, index_shared_);
    // Alone no thread is slower than beside others.
    double const max_alone = sum / static_cast<double>(count) * (index / measured);
    bool trial_ends = false;
    if (tries_ > 0) {
      // The first of them wakes the threads, and another may be late because the machine has other work.
      bool const is_first = tries_ == max_tries;
      region_ = !is_first && region > region_ ? region_ : region;
      if (!is_first && index > index_shared_) index = index_shared_;
      as_expected = false;
      trial_ends = --tries_ == 0;
    } else {
      if (!last_alone_) index_alone_ *= index / index_shared_;
      // Now and then a thread is late because the machine has other work. That says little about the next time.
      region_ = region < region_ ? (region + region_) / 2 : region < 2 * region_ ? region : 2 * region_;
    }
    index_shared_ = index;
    if (index_alone_ > max_alone || !alone_known_) index_alone_ = max_alone;
    last_alone_ = false;
    if (trial_ends) {
      // Where threads were late three times, as on a busy machine, the next trial can wait.
      bool const worth_it = time_shared(count) < time_alone(count);
      patience_ = worth_it ? 1 : patience_ < max_patience ? 2 * patience_ : patience_;
    }
    double const expected = time_shared(count);
    spent_ += whole < expected ? whole : expected;
    unmeasured_regions_ = as_expected && expected < 16000 ? 15 : 0;
  }

 private:
  static long long counted(long long count) { return count & ~1LL; }

  static constexpr int max_tries = 3, max_calls = 1024;
  static constexpr double shortest = 300, max_region = 1e5, max_patience = 64;

  /// The largest share.
  long long share(long long count) const { return (count + threads_ - 1) / threads_; }
  double time_alone(long long count) const { return static_cast<double>(count) * index_alone_; }
  double time_shared(long long count) const { return static_cast<double>(share(count)) * index_shared_ + region_; }

  bool may_lose(double time) {
    if (spent_ < 32 * patience_ * time) return false;
    spent_ = 0;
    return true;
  }

  /// Costs are expected to grow at once and to fall by steps: where they change from loop to loop, a long loop on one
  /// thread loses more than a short one on all.
  static double falling_slowly(double index, double before) { return index < before / 2 ? before / 2 : index; }

  long long unmeasured_ = 0;
  double index_alone_ = 0, index_shared_ = 0, region_ = 0;
  double spent_ = 0;  ///< what was measured since the slower way was last tried
  int calls_ = 0;     ///< how many were not measured between the last two that were
  int unmeasured_regions_ = 0;
  int threads_ = 1;
  long long longest_shared_ = 0;  ///< the indices of the longest loop that all threads have run
  int tries_ = max_tries;
  double patience_ = 1;
  bool last_alone_ = false, alone_known_ = false;
};

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

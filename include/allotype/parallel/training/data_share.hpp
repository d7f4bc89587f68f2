// SPDX-License-Identifier: BSL-1.0
/// \file
/// The samples of a data set from which a rank learns: `data_share const mine(samples, here.rank(), here.size())`. The
/// shares are equal, so all ranks take the same number of steps and meet in each collective. They are those of
/// PyTorch's `DistributedSampler` without shuffling: rank r has samples r, r + ranks, r + 2·ranks, ….
#pragma once

#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The samples of one rank, as indices. To shuffle, use them as positions in a permutation that is the same on all
/// ranks: `order[mine[i]]`.
class data_share {
 public:
  /// What to do if the number of ranks does not divide the number of samples.
  enum class remainder {
    repeat,  ///< the last ranks get samples from the beginning again, so up to ranks - 1 samples are used twice
    drop,    ///< the last samples, at most ranks - 1, are left out
  };

  /// \throws size_error if the number of samples is negative, or the rank is not one of the ranks
  constexpr data_share(long long samples, int rank, int ranks, remainder rest = remainder::repeat)
      : samples_(samples), rank_(rank), ranks_(ranks) {
    if (samples < 0) throw size_error(message<2000>{} << "data_share: " << samples << " samples; valid: 0 or more");
    if (ranks < 1 || rank < 0 || rank >= ranks) {
      throw size_error(message<2000>{} << "data_share: rank " << rank << " of " << ranks
                                       << " ranks; valid: at least one rank, counted from 0");
    }
    size_ = samples / ranks;
    if (rest == remainder::repeat && samples % ranks != 0) ++size_;
  }

  /// How many samples each rank has; the same on all.
  [[nodiscard]] constexpr long long size() const noexcept { return size_; }
  /// The `i`-th sample of this rank, for `i` from 0 to `size() - 1`. Complexity: constant.
  constexpr long long operator[](long long i) const { return (rank_ + i * ranks_) % samples_; }

 private:
  long long samples_;
  long long size_ = 0;
  int rank_;
  int ranks_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

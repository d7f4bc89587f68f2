// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which samples of a data set each rank learns from: `data_share const mine(samples, here.rank(), here.size())`. The
/// shares are equal, so every rank takes the same number of steps and none waits for the others in a collective. They
/// are those of PyTorch's `DistributedSampler` without shuffling: rank r has samples r, r + ranks, r + 2·ranks, ….
#pragma once

#include <allotype/core/error.hpp>

namespace allotype {

/// What happens where the number of ranks does not divide the number of samples.
enum class uneven_data {
  repeat,  ///< the last ranks get samples from the beginning again: nothing is left out, up to ranks - 1 count twice
  drop,    ///< the last samples, at most ranks - 1, are nobody's
};

/// One rank's samples, as indices. To shuffle, use them as positions in a permutation that all ranks have alike:
/// `order[mine[i]]`.
class data_share {
 public:
  /// \throws size_error where the number of samples is negative, or the rank is not one of the ranks
  constexpr data_share(long long samples, int rank, int ranks, uneven_data rest = uneven_data::repeat)
      : samples_(samples), rank_(rank), ranks_(ranks) {
    if (samples < 0) throw size_error(message<2000>{} << "data_share: " << samples << " samples; valid: 0 or more");
    if (ranks < 1 || rank < 0 || rank >= ranks) {
      throw size_error(message<2000>{} << "data_share: rank " << rank << " of " << ranks
                                       << " ranks; valid: at least one rank, counted from 0");
    }
    size_ = samples / ranks;
    if (rest == uneven_data::repeat && samples % ranks != 0) ++size_;
  }

  /// How many samples each rank has; the same on all.
  constexpr long long size() const { return size_; }
  /// The `i`-th sample of this rank, for `i` from 0 to `size() - 1`. Complexity: constant.
  constexpr long long operator[](long long i) const { return (rank_ + i * ranks_) % samples_; }

 private:
  long long samples_;
  long long size_ = 0;
  int rank_;
  int ranks_;
};

}  // namespace allotype

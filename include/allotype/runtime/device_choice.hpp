// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which of several devices of one kind a run uses: how many, or their indices. Texts such as `"0,1"` or a UUID become
/// one of these before an executor sees them; this is the one place where they enter.
#pragma once

#include <utility>
#include <vector>

#include <allotype/dispatch/error.hpp>

namespace allotype {

/// `device_choice(2)`: two devices, the first two. `device_choice(std::vector{3, 1})`: these, in that order.
class device_choice {
 public:
  /// \throws error below 1
  device_choice(int count = 1) : count_(count) {
    if (count < 1) throw error(message<2000>{} << "devices: " << count << " were asked for; at least one is needed");
  }
  /// \throws error where there are none, or one is negative or there twice
  device_choice(std::vector<int> indices) : count_(static_cast<int>(indices.size())), indices_(std::move(indices)) {
    if (count_ == 0) throw error("devices: an empty list of indices; at least one is needed");
    for (std::size_t i = 0; i < indices_.size(); ++i) {
      if (indices_[i] < 0) throw error(message<2000>{} << "devices: index " << indices_[i] << "; they begin with 0");
      for (std::size_t j = 0; j < i; ++j) {
        if (indices_[i] == indices_[j])
          throw error(message<2000>{} << "devices: index " << indices_[i] << " is there twice");
      }
    }
  }

  int count() const { return count_; }
  /// Empty where only a number was given.
  std::vector<int> const& indices() const { return indices_; }

 private:
  int count_;
  std::vector<int> indices_;
};

}  // namespace allotype

// SPDX-License-Identifier: BSL-1.0
/// \file
/// How far training is: a bar on standard error where that is a terminal, else a line an epoch on standard output.
/// (What a process of mpirun prints on standard output seems to be a terminal in any case.)
#pragma once

#include <chrono>

#include "curve.hpp"

namespace example {

class progress {
 public:
  /// `done` of `epochs` are done already; an epoch has so many `pictures`.
  progress(int done, int epochs, int pictures);
  /// Leaves the terminal on a new line.
  ~progress();
  progress(progress const&) = delete;

  /// One epoch more.
  void show(epoch_result const& result);

 private:
  int done_, epochs_, pictures_;
  bool terminal_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace example

// SPDX-License-Identifier: BSL-1.0
/// \file
/// How far training is: a bar on a terminal, or a line an epoch on standard output.
#pragma once

#include <chrono>
#include <cstdio>

#include "curve.hpp"

namespace example {

class progress {
 public:
  /// `done` of `epochs` are done already; an epoch has so many `pictures`. The bar is on `terminal`; null: lines.
  progress(int done, int epochs, int pictures, std::FILE* terminal);
  /// Leaves the terminal on a new line.
  ~progress();
  progress(progress const&) = delete;

  /// One epoch more.
  void show(epoch_result const& result);

 private:
  int done_, epochs_, pictures_;
  std::FILE* terminal_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Standard error, where that is a terminal, else null. (What a process of mpirun prints on standard output seems to be
/// one in any case.)
std::FILE* terminal_here();

}  // namespace example

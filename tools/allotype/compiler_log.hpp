// SPDX-License-Identifier: BSL-1.0
/// \file
/// The errors of a compiler's log in short: where the library refuses something, its sentence and the user's line.
#pragma once

#include <istream>
#include <string>
#include <vector>

namespace program {

struct source_place {
  std::string file{};  ///< empty: the error has no place, as one of the linker
  int line = 0;        ///< 0: not known
  int column = 0;      ///< 0: not known

  friend bool operator==(source_place const&, source_place const&) = default;
};

/// `a.cpp:3:14`, without what is not known.
std::string text_of(source_place const& place);

struct compiler_error {
  source_place place{};     ///< in the user's file; if the log names none, where the compiler reports the error
  std::string sentence{};   ///< the library's, or what the compiler says
  bool of_library = false;  ///< it is the library's
  std::string code{};       ///< the line there; empty if the log has none
  std::string about{};      ///< the arguments of which the library's sentence speaks; empty if the log has none
  source_place reported{};  ///< where the compiler reports an error that is not the library's, if not at `place`
};

/// The errors in what g++, clang and nvcc print, also among what a build prints besides; in the order of the log, the
/// same error once.
std::vector<compiler_error> errors_of(std::istream& log);

}  // namespace program

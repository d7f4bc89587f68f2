// SPDX-License-Identifier: BSL-1.0
/// \file
/// What can stand next on the program's command line, and the scripts by which shells ask that.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace program {

/// The shells whose scripts there are.
std::vector<std::string> known_shells();

/// Completes the program in that shell. It asks the program for what can stand next: `allotype completions -- WORD...`
std::string completion_script(std::string const& shell);

/// What can stand for the last word: a line each, with a tab and what it means behind it where that is known.
/// `:files` and `:folders` stand for those that there are.
/// \param app all commands and options \param words those behind the program's name; the last one may be empty
std::string what_can_stand_next(CLI::App const& app, std::vector<std::string> const& words);

}  // namespace program

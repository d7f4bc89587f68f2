// SPDX-License-Identifier: BSL-1.0
/// \file
/// How commands write to standard output.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace program {

/// What is no sign on paper is written in letters, but for ends of lines, tabs and the colours of `styled`: what comes
/// from a file, a driver or an argument is no command to the terminal.
void print(std::string const& text);
/// One JSON document, whose texts have such characters as `\u` and digits.
void print(nlohmann::ordered_json const& json);
/// The same in one line.
void print_line(nlohmann::ordered_json const& json);

/// With a capital and a dot, from a description that has neither.
std::string sentence(std::string description);

}  // namespace program

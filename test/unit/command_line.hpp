// SPDX-License-Identifier: BSL-1.0
/// \file
/// A command line as `main` gets it.
#pragma once

#include <string>
#include <utility>
#include <vector>

/// What takes its options out of it may change both.
struct command_line {
  std::vector<std::string> words;
  std::vector<char*> argv{};
  int argc = static_cast<int>(words.size());

  explicit command_line(std::vector<std::string> of) : words(std::move(of)) {
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
  }
  command_line(command_line const&) = delete;
  command_line& operator=(command_line const&) = delete;

  /// `main(argc, argv)`.
  template <class Main>
  decltype(auto) given_to(Main const& main) {
    return main(argc, argv.data());
  }
};

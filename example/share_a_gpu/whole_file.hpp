// SPDX-License-Identifier: BSL-1.0
/// \file
/// Files that are there whole or not at all.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace example {

/// A file that cannot be written; the text names it and says why.
struct bad_file : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Replaces the file by the text, or leaves it as it was. \throws bad_file where that fails.
void write_whole(std::filesystem::path const& file, std::string const& text);

}  // namespace example

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Files that are there whole or not at all, whenever the program or the machine stops; and what is no such file: pipes
/// and devices are written to, never replaced.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace example {

/// A file that cannot be read or written, or is not what it should be; the text names it and says why.
struct bad_file : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What the file holds. \throws bad_file where it cannot be read
std::string read_whole(std::filesystem::path const& file);

/// Replaces the file by the text, or leaves it as it was: FILE.part is written, brought to the disk, and renamed.
/// Behind a symbolic link stands the file that it leads to; the link stays. What is a FIFO or a device gets the text as
/// it is.
/// \throws bad_file where that fails
void write_whole(std::filesystem::path const& file, std::string_view text);

/// \throws bad_file where `write_whole` could not write that file now. Changes nothing.
void check_can_be_written(std::filesystem::path const& file);

/// Checks a file before it is read and replaced. \throws bad_file where it is there, and is no regular file
void check_is_regular(std::filesystem::path const& file);

}  // namespace example

// SPDX-License-Identifier: BSL-1.0
#include "whole_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace example {

void write_whole(std::filesystem::path const& file, std::string const& text) {
  std::error_code failed;
  if (std::filesystem::is_directory(file, failed)) throw bad_file(file.string() + ": is a folder");
  auto unfinished = file;
  unfinished += ".part";
  errno = 0;
  std::ofstream to(unfinished, std::ios::binary);
  bool const opened = to.is_open();
  to.write(text.data(), static_cast<std::streamsize>(text.size()));
  to.close();
  failed.clear();
  if (to) std::filesystem::rename(unfinished, file, failed);
  if (!to || failed) {
    std::string const why = failed ? failed.message() : std::strerror(errno);
    if (opened) std::filesystem::remove(unfinished, failed);
    throw bad_file(file.string() + ": cannot be written: " + why);
  }
}

}  // namespace example

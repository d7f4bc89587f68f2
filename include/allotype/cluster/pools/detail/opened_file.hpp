// SPDX-License-Identifier: BSL-1.0
/// \file
/// Files that a person named, opened with care: a folder, a standard input that is closed and a file without end are
/// errors with words, before memory is taken.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>

#include <allotype/cluster/quoting/terminal.hpp>
#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// `where: why`. \throws input_error
[[noreturn]] inline void refuse_file(std::string const& where, std::string const& why) {
  throw input_error(message<2000>{} << terminal_text(where).c_str() << ": " << why.c_str());
}

/// A file that is open for reading, closed in the end; `-` is standard input.
class opened_file {
 public:
  explicit opened_file(std::string const& file)
      : is_standard_(file == "-"), name_(is_standard_ ? "standard input" : file) {
    if (!is_standard_) number_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat found{};
    if (number_ < 0 || ::fstat(number_, &found) != 0) refuse_with_reason();
    if (S_ISDIR(found.st_mode)) refuse("is a folder; valid is a file");
  }
  ~opened_file() {
    if (!is_standard_ && number_ >= 0) ::close(number_);
  }
  opened_file(opened_file const&) = delete;

  /// So many bytes; 0 at the end.
  std::size_t read(char* to, std::size_t size) const {
    for (;;) {
      ssize_t const now = ::read(number_, to, size);
      if (now >= 0) return static_cast<std::size_t>(now);
      if (errno != EINTR) refuse_with_reason();
    }
  }
  [[noreturn]] void refuse(std::string const& why) const { refuse_file(name_, why); }

 private:
  [[noreturn]] void refuse_with_reason() const {
    if (is_standard_ && errno == EBADF) refuse("is closed");
    refuse(std::string{"cannot be read: "} + std::strerror(errno));
  }

  bool is_standard_;
  std::string name_;
  int number_ = STDIN_FILENO;
};

/// \throws input_error for a file that is no file to read, or for a standard input, `-`, that is closed or a folder
inline void check_readable(std::string const& file) { opened_file const opened(file); }

/// The bytes of a file, or with `-` of standard input.
/// \throws input_error if it cannot be read, is a folder, or has more bytes
inline std::string read_file(std::string const& file, std::size_t most) {
  opened_file const opened(file);
  std::string text;
  char block[1 << 16];
  while (std::size_t const now = opened.read(block, sizeof block)) {
    if (text.size() + now > most)
      opened.refuse("has more than " + std::to_string(most >> 20) + " MiB, the most that is read");
    text.append(block, now);
  }
  return text;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

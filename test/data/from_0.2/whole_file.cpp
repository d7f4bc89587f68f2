// SPDX-License-Identifier: BSL-1.0
#include "whole_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

namespace example {

namespace {

/// An open file, closed in the end.
class open_file {
 public:
  open_file(std::filesystem::path const& file, int how) : descriptor_(::open(file.c_str(), how | O_CLOEXEC, 0666)) {}
  ~open_file() {
    if (is_open()) ::close(descriptor_);
  }
  open_file(open_file const&) = delete;

  bool is_open() const { return descriptor_ >= 0; }

  bool write(std::string_view text) {
    for (std::size_t done = 0; done < text.size();) {
      ssize_t const now = ::write(descriptor_, text.data() + done, text.size() - done);
      if (now < 0 && errno == EINTR) continue;
      if (now < 0) return false;
      done += static_cast<std::size_t>(now);
    }
    return true;
  }
  bool read(std::string& text) {
    char block[1 << 16];
    for (;;) {
      ssize_t const now = ::read(descriptor_, block, sizeof block);
      if (now < 0 && errno == EINTR) continue;
      if (now <= 0) return now == 0;
      text.append(block, static_cast<std::size_t>(now));
    }
  }
  /// What was written is on the disk.
  bool sync() { return ::fsync(descriptor_) == 0; }
  /// Some file systems notice only now that they are full.
  bool close() { return ::close(std::exchange(descriptor_, -1)) == 0; }

 private:
  int descriptor_;
};

[[noreturn]] void refuse(std::filesystem::path const& file, char const* what, int why) {
  throw bad_file(file.string() + ": " + what + ": " + std::strerror(why));
}

void refuse_folder(std::filesystem::path const& file) {
  std::error_code absent;
  if (std::filesystem::is_directory(file, absent)) throw bad_file(file.string() + ": is a folder");
}

/// FIFOs, devices, sockets, be it behind symbolic links: what cannot be replaced.
bool takes_bytes(std::filesystem::path const& file) {
  std::error_code absent;
  return std::filesystem::is_other(file, absent);
}

/// The file that symbolic links lead to, whether it is there or not.
std::filesystem::path behind_links(std::filesystem::path const& file) {
  auto found = file;
  std::error_code no_link;
  for (int links = 0; std::filesystem::is_symlink(found, no_link); ++links) {
    if (links == 40) refuse(file, "cannot be written", ELOOP);  // as many as Linux follows
    // Such as /dev/stdout, sent to a file: replaced, that file would lose what goes there otherwise.
    if (std::filesystem::weakly_canonical(found.parent_path(), no_link).native().starts_with("/proc/")) {
      throw bad_file(file.string() + ": is a file that a program has open; name the file itself");
    }
    auto const target = std::filesystem::read_symlink(found, no_link);
    if (no_link) refuse(file, "cannot be written", no_link.value());
    found = found.parent_path() / target;  // the target alone where it begins at the root
  }
  return found;
}

std::filesystem::path unfinished(std::filesystem::path file) { return file += ".part"; }

}  // namespace

std::string read_whole(std::filesystem::path const& file) {
  refuse_folder(file);
  open_file from(file, O_RDONLY);
  std::string text;
  if (!from.is_open() || !from.read(text)) refuse(file, "cannot be read", errno);
  return text;
}

void write_whole(std::filesystem::path const& file, std::string_view text) {
  refuse_folder(file);
  if (takes_bytes(file)) {
    open_file to(file, O_WRONLY | O_NOCTTY);
    if (!to.is_open() || !to.write(text) || !to.close()) refuse(file, "cannot be written", errno);
    return;
  }
  auto const target = behind_links(file), part = unfinished(target);
  open_file to(part, O_WRONLY | O_CREAT | O_TRUNC);
  if (!to.is_open()) refuse(file, "cannot be written", errno);
  if (!to.write(text) || !to.sync() || !to.close() || std::rename(part.c_str(), target.c_str()) != 0) {
    int const why = errno;
    ::unlink(part.c_str());
    refuse(file, "cannot be written", why);
  }
  auto const folder = target.parent_path();
  open_file entries(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY);
  if (entries.is_open()) entries.sync();  // the new name, too; not every file system can
}

void check_can_be_written(std::filesystem::path const& file) {
  refuse_folder(file);
  if (takes_bytes(file)) {
    if (::access(file.c_str(), W_OK) != 0) refuse(file, "cannot be written", errno);
    return;
  }
  auto const part = unfinished(behind_links(file));
  bool const was_there = ::access(part.c_str(), F_OK) == 0;
  {
    open_file const to(part, O_WRONLY | O_CREAT);
    if (!to.is_open()) refuse(file, "cannot be written", errno);
  }
  if (!was_there) ::unlink(part.c_str());
}

void check_is_regular(std::filesystem::path const& file) {
  std::error_code absent;
  auto const found = std::filesystem::status(file, absent);
  if (!std::filesystem::exists(found) || std::filesystem::is_regular_file(found)) return;
  refuse_folder(file);
  throw bad_file(file.string() + ": is a " +
                 (std::filesystem::is_fifo(found)     ? "FIFO"
                  : std::filesystem::is_socket(found) ? "socket"
                                                      : "device") +
                 "; a regular file is wanted");
}

}  // namespace example

// SPDX-License-Identifier: BSL-1.0
/// \file
/// The folder of a run's outputs: there whole or not at all. Files are written to a hidden folder beside it, which gets
/// its name in the end. What is there already is not replaced.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include "value_json.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

[[noreturn]] inline void cannot_write(std::filesystem::path const& file, int why) {
  throw error(message<2000>{} << file.c_str() << ": cannot be written: " << std::strerror(why));
}

/// Writes a file that is not there yet, and brings it to the disk.
inline void write_new_file(std::filesystem::path const& file, std::string_view text) {
  int const descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) cannot_write(file, errno);
  int failed = 0;
  for (std::size_t done = 0; done < text.size() && failed == 0;) {
    ssize_t const now = ::write(descriptor, text.data() + done, text.size() - done);
    if (now >= 0)
      done += static_cast<std::size_t>(now);
    else if (errno != EINTR)
      failed = errno;
  }
  if (failed == 0 && ::fsync(descriptor) != 0) failed = errno;
  if (::close(descriptor) != 0 && failed == 0) failed = errno;
  if (failed != 0) cannot_write(file, failed);
}

class output_folder {
 public:
  /// \throws input_error where something is in the way
  static void check(std::filesystem::path const& folder) {
    std::error_code absent;
    bool const there = std::filesystem::exists(std::filesystem::symlink_status(folder, absent));
    bool const empty = std::filesystem::is_directory(folder, absent) && std::filesystem::is_empty(folder, absent);
    if (there && !empty)
      refuse_input("--output-dir", folder.string() + " is there already; name a folder that is new or empty");
  }

  /// A folder that gets the name `folder` in the end; none where that is empty, and all is removed.
  explicit output_folder(std::filesystem::path const& folder) {
    std::error_code failed;
    std::filesystem::path parent = std::filesystem::temp_directory_path(failed);
    if (!folder.empty()) {
      target_ = std::filesystem::absolute(folder).lexically_normal();
      if (!target_.has_filename()) target_ = target_.parent_path();
      parent = target_.parent_path();
      std::filesystem::create_directories(parent, failed);
    }
    if (failed) cannot_write(parent, failed.value());
    std::string name = (parent / ("." + target_.filename().string() + ".unfinished-XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) cannot_write(parent, errno);
    files_ = name;
  }
  output_folder(output_folder const&) = delete;
  ~output_folder() {
    std::error_code failed;
    if (!files_.empty()) std::filesystem::remove_all(files_, failed);
  }

  /// Where files are written until `finish`.
  std::filesystem::path const& files() const { return files_; }

  /// The path of a file that a task returned, from the folder on. Relative ones start in the folder.
  /// \throws error where it is no file in the folder
  std::filesystem::path inside(std::string const& file, std::string const& where) const {
    std::error_code absent;
    auto const found = std::filesystem::weakly_canonical(files_ / file, absent);
    auto const relative = found.lexically_relative(std::filesystem::weakly_canonical(files_, absent));
    if (!std::filesystem::is_regular_file(found, absent)) {
      throw error(message<2000>{} << where.c_str() << ": the task returned " << file.c_str()
                                  << ", which is not a file");
    }
    if (relative.empty() || *relative.begin() == "..") {
      throw error(message<2000>{} << where.c_str() << ": the task returned " << file.c_str()
                                  << ", which is not in the folder that it got for its files");
    }
    return relative;
  }

  /// Gives the folder its name. \throws error where something took the name in the meantime
  void finish() {
    mode_t const mask = ::umask(0);
    ::umask(mask);
    ::chmod(files_.c_str(), 0777 & ~mask);  // mkdtemp's folders are private
    if (::rename(files_.c_str(), target_.c_str()) != 0) cannot_write(target_, errno);
    files_.clear();
  }

 private:
  std::filesystem::path target_;
  std::filesystem::path files_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

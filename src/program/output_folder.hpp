// SPDX-License-Identifier: BSL-1.0
/// \file
/// The folder of a run's outputs: there whole or not at all. Files are written to a hidden folder beside it, which gets
/// its name in the end. What is there already is not replaced. What cannot be written is found before the task runs.
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
#include <vector>

#include <allotype/core/detail/synced_file.hpp>

#include "value_json.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// The system, and neither the task nor its inputs: another try may do.
class system_failure : public error {
 public:
  using error::error;
};

[[noreturn]] inline void cannot_write(std::filesystem::path const& file, int why) {
  throw system_failure(message<2000>{} << file.c_str() << ": cannot be written: " << std::strerror(why));
}

/// The mode of what the process makes, which mkostemp and mkdtemp do not ask for.
inline mode_t mode_under_mask(mode_t mode) {
  mode_t const mask = ::umask(0);
  ::umask(mask);
  return mode & ~mask;
}

/// Writes a file that is not there yet, and brings it to the disk.
inline void write_new_file(std::filesystem::path const& file, std::string_view text) {
  int const descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) cannot_write(file, errno);
  if (int const failed = write_and_close(descriptor, text); failed != 0) cannot_write(file, failed);
}

inline void sync(std::filesystem::path const& what) {
  if (int const failed = sync_path(what.c_str()); failed != 0) cannot_write(what, failed);
}

/// Names cannot change there, or not between these two: a mounted bucket, a folder that is a mount itself.
inline bool has_no_rename(int why) {
  return why == ENOSYS || why == EOPNOTSUPP || why == EXDEV || why == EBUSY || why == EPERM;
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
  /// \throws system_failure where files cannot be written there
  explicit output_folder(std::filesystem::path const& folder) {
    std::error_code failed;
    std::filesystem::path parent = std::filesystem::temp_directory_path(failed);
    if (!folder.empty()) {
      target_ = std::filesystem::absolute(folder).lexically_normal();
      if (!target_.has_filename()) target_ = target_.parent_path();
      if (std::filesystem::is_symlink(target_)) target_ = std::filesystem::canonical(target_);
      parent = target_.parent_path();
      std::filesystem::create_directories(parent, failed);
    }
    if (failed) cannot_write(parent, failed.value());
    if (make_in(parent)) return;
    int const why = errno;
    bool const within = !folder.empty() && std::filesystem::is_directory(target_, failed);
    if (!within || !make_in(target_)) cannot_write(within ? target_ : parent, within ? errno : why);
    within_ = true;
  }
  output_folder(output_folder const&) = delete;
  ~output_folder() {
    std::error_code failed;
    if (!files_.empty()) std::filesystem::remove_all(files_, failed);
  }

  /// Where files are written until `finish`.
  std::filesystem::path const& files() const { return files_; }

  /// The path of a file or directory that a task returned, from the folder on. Relative ones start in the folder.
  /// \throws error where it is none in the folder
  std::filesystem::path inside(value_type const& type, std::string const& file, std::string const& where) const {
    std::error_code absent;
    auto const found = std::filesystem::weakly_canonical(files_ / file, absent);
    auto const relative = found.lexically_relative(std::filesystem::weakly_canonical(files_, absent));
    bool const directory = type.kind == kind_of_value::directory;
    bool const there =
        directory ? std::filesystem::is_directory(found, absent) : std::filesystem::is_regular_file(found, absent);
    if (!there) {
      throw error(message<2000>{} << where.c_str() << ": the task returned " << file.c_str() << ", which is not a "
                                  << (directory ? "folder" : "file"));
    }
    if (relative.empty() || *relative.begin() == ".." || *relative.begin() == ".") {
      throw error(message<2000>{} << where.c_str() << ": the task returned " << file.c_str()
                                  << ", which is not in the folder that it got for its files");
    }
    return relative;
  }

  /// Puts a file into a folder that has its name. \throws system_failure
  void put_in_a_folder(std::filesystem::path const& file, char const* name) const {
    std::error_code failed;
    std::filesystem::path const at = files_ / file, aside = at.string() + ".unfinished";
    std::filesystem::rename(at, aside, failed);
    if (!failed) std::filesystem::create_directory(at, failed);
    if (!failed) std::filesystem::rename(aside, at / name, failed);
    if (failed) cannot_write(at, failed.value());
  }

  /// Gives the folder its name, with all on the disk. \throws system_failure where something took the name in the
  /// meantime
  void finish() {
    ::chmod(files_.c_str(), mode_under_mask(0777));
    for (auto const& each : std::filesystem::recursive_directory_iterator(files_)) {
      if (each.is_symlink() || !(each.is_regular_file() || each.is_directory())) continue;
      sync(each.path());
    }
    sync(files_);
    bool const renamed = !within_ && ::rename(files_.c_str(), target_.c_str()) == 0;
    if (!renamed && !within_ && !has_no_rename(errno)) cannot_write(target_, errno);
    if (renamed)
      files_.clear();
    else
      copy_to_target();
    sync(target_.parent_path());
  }

 private:
  bool make_in(std::filesystem::path const& parent) {
    std::string name = (parent / ("." + target_.filename().string() + ".unfinished-XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) return false;
    files_ = name;
    return true;
  }
  void copy_to_target() {
    std::error_code failed;
    std::filesystem::create_directories(target_, failed);
    for (auto each = std::filesystem::directory_iterator(files_, failed); !failed && each != end(each); ++each) {
      std::filesystem::copy(each->path(), target_ / each->path().filename(),
                            std::filesystem::copy_options::recursive | std::filesystem::copy_options::copy_symlinks,
                            failed);
    }
    if (failed) cannot_write(target_, failed.value());
    for (auto const& each : std::filesystem::recursive_directory_iterator(target_)) {
      if (each.is_regular_file()) sync(each.path());
    }
    sync(target_);
  }

  std::filesystem::path target_;
  std::filesystem::path files_;
  bool within_ = false;  ///< the hidden folder is in the target
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

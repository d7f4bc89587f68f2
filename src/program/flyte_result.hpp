// SPDX-License-Identifier: BSL-1.0
/// \file
/// The result of a run in Flyte's folder: `outputs.pb`, or `error.pb`. That they can be written is found before the
/// task runs: room for `error.pb` is taken then, so that it is written on a full disk, and on SIGTERM.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "flyte_wire.hpp"
#include "output_folder.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// Flyte reads error.pb only if the container ended well, so it does, unless FLYTE_FAIL_ON_ERROR is set.
inline int status_after_error() {
  char const* const fails = std::getenv("FLYTE_FAIL_ON_ERROR");
  return fails != nullptr && (std::string_view{fails} == "true" || std::string_view{fails} == "1") ? 1 : 0;
}

/// What error.pb says.
struct flyte_problem {
  char const* code;
  char const* origin;
  bool recoverable;
};

/// \param text is shown: nothing in it controls a terminal, and it is UTF-8
inline std::string error_message(flyte_problem const& of, std::string const& text) {
  ordered_json const problem = {{"code", of.code},
                                {"message", text},
                                {"kind", of.recoverable ? "RECOVERABLE" : "NON_RECOVERABLE"},
                                {"origin", of.origin}};
  return to_wire({{"error", problem}}, wire_message_of<error_document_fields>());
}

/// Writes a file whole, or not at all; one that is there stays.
inline void write_message(std::filesystem::path const& file, std::string const& bytes) {
  std::error_code failed;
  std::filesystem::create_directories(file.parent_path(), failed);
  if (failed) cannot_write(file, failed.value());
  if (std::filesystem::exists(file, failed)) cannot_write(file, EEXIST);
  std::string part = (file.parent_path() / ("." + file.filename().string() + ".unfinished-XXXXXX")).string();
  int const descriptor = ::mkostemp(part.data(), O_CLOEXEC);
  if (descriptor < 0) cannot_write(file, errno);
  ::fchmod(descriptor, mode_under_mask(0666));
  int why = write_and_close(descriptor, bytes);
  if (why == 0 && std::rename(part.c_str(), file.c_str()) != 0) {
    why = errno;
    if (has_no_rename(why)) {  // a mounted bucket: a file is there, whole, when it is closed
      ::unlink(part.c_str());
      write_new_file(file, bytes);
      why = 0;
    }
  }
  if (why != 0) ::unlink(part.c_str());
  if (why != 0) cannot_write(file, why);
  sync(file.parent_path());
}

class flyte_result {
 public:
  /// \throws system_failure where the folder cannot be written to, or has a result
  flyte_result(char const* program, std::filesystem::path const& folder)
      : folder_(folder), error_(folder / "error.pb") {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) cannot_write(folder, failed.value());
    for (char const* name : {"outputs.pb", "error.pb"}) {
      if (std::filesystem::exists(folder / name, failed)) cannot_write(folder / name, EEXIST);
    }
    reserved_ = (folder / ".error.pb.unfinished-XXXXXX").string();
    descriptor_ = ::mkostemp(reserved_.data(), O_CLOEXEC);
    if (descriptor_ < 0) cannot_write(folder, errno);
    int why = write_all(descriptor_, std::string(room, '\0'));
    if (why == 0 && ::fsync(descriptor_) != 0) why = errno;
    if (why != 0) {
      drop_reserve();
      cannot_write(folder, why);
    }
    ::fchmod(descriptor_, mode_under_mask(0666));
    std::string const text = "the run was ended by SIGTERM: its node is taken away, or its time is over";
    on_termination_ = error_message({"SYSTEM:Terminated", "SYSTEM", true}, text);
    log_of_termination_ = std::string{program} + ": " + text + "\n";
    current() = this;
    struct sigaction action{};
    action.sa_handler = &terminated;
    ::sigaction(SIGTERM, &action, &before_);
  }
  flyte_result(flyte_result const&) = delete;
  ~flyte_result() {
    ::sigaction(SIGTERM, &before_, nullptr);
    current() = nullptr;
    drop_reserve();
  }

  std::filesystem::path const& folder() const { return folder_; }

  /// \throws system_failure
  void write_outputs(std::string const& bytes) const { write_message(folder_ / "outputs.pb", bytes); }

  /// Another file of the outputs. \throws system_failure
  void write_beside(std::string const& name, std::string const& bytes) const { write_message(folder_ / name, bytes); }

  /// \throws system_failure
  void write_error(std::string const& bytes) {
    if (put_in_reserve(bytes)) return sync(folder_);
    drop_reserve();
    write_message(error_, bytes);
  }

 private:
  static constexpr std::size_t room = 1 << 16;

  static flyte_result*& current() {
    static flyte_result* one = nullptr;
    return one;
  }

  /// Only what a signal's handler may call.
  bool put_in_reserve(std::string const& bytes) {
    if (descriptor_ < 0 || bytes.size() > room) return false;
    if (::pwrite(descriptor_, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return false;
    if (::ftruncate(descriptor_, static_cast<off_t>(bytes.size())) != 0 || ::fsync(descriptor_) != 0) return false;
    if (::rename(reserved_.c_str(), error_.c_str()) != 0) return false;
    ::close(descriptor_);
    descriptor_ = -1;
    return true;
  }
  static void terminated(int) {
    flyte_result* const one = current();
    if (one != nullptr) (void)!::write(STDERR_FILENO, one->log_of_termination_.data(), one->log_of_termination_.size());
    bool const written = one != nullptr && one->put_in_reserve(one->on_termination_);
    ::_exit(written && !one->fails_ ? 0 : 1);
  }
  void drop_reserve() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    ::unlink(reserved_.c_str());
    descriptor_ = -1;
  }

  std::filesystem::path folder_;
  std::string error_;
  std::string reserved_;
  std::string on_termination_;
  std::string log_of_termination_;
  bool fails_ = status_after_error() != 0;
  int descriptor_ = -1;
  struct sigaction before_{};
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

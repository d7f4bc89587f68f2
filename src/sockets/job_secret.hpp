// SPDX-License-Identifier: BSL-1.0
/// \file
/// The secret by which the ranks of a job know each other: ALLOTYPE_JOB_SECRET, or a file that only this user reads.
#pragma once

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

inline constexpr std::size_t least_secret = 16;  ///< characters

[[noreturn]] inline void no_secret(char const* path, char const* why) {
  throw error(message<2000>{} << "the secret of the job: " << path << " " << why
                              << "; ALLOTYPE_JOB_SECRET, the same in all processes, replaces the file");
}
[[noreturn]] inline void no_secret_because_of_system(char const* path, char const* call) {
  int const code = errno;
  no_secret(path, (message<400>{} << "cannot be used: " << call << ": " << std::strerror(code)).text());
}

/// A file of this user that nobody else may read.
inline std::string secret_in_file(std::string const& path) {
  int const file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) no_secret_because_of_system(path.c_str(), "open");
  struct stat about{};
  char text[257]{};
  bool const known = fstat(file, &about) == 0;
  ssize_t const size = known && S_ISREG(about.st_mode) ? read(file, text, sizeof text - 1) : -1;
  close(file);
  if (!known || !S_ISREG(about.st_mode)) no_secret(path.c_str(), "is not a file");
  if (about.st_uid != geteuid()) no_secret(path.c_str(), "belongs to another user");
  if ((about.st_mode & 077) != 0) no_secret(path.c_str(), "can be read by others: its mode is to be 600");
  if (size < static_cast<ssize_t>(least_secret)) no_secret(path.c_str(), "has less than 16 characters");
  return {text, static_cast<std::size_t>(size)};
}

inline std::string random_secret() {
  unsigned char bytes[32];
  if (getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes))
    throw error("no random numbers: getrandom");
  std::string text;
  for (unsigned const each : bytes) text += "0123456789abcdef"[each >> 4], text += "0123456789abcdef"[each & 15];
  return text;
}

/// Whole, or not at all: processes of a job that begin at the same time have the same file.
inline void write_new_secret(std::string const& path) {
  std::string own = path + ".XXXXXX";
  int const file = mkostemp(own.data(), O_CLOEXEC);  // with mode 600
  if (file < 0) no_secret_because_of_system(path.c_str(), "mkostemp");
  std::string const text = random_secret();
  bool const written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && fsync(file) == 0;
  close(file);
  bool const linked = written && (link(own.c_str(), path.c_str()) == 0 || errno == EEXIST);
  int const code = errno;
  unlink(own.c_str());
  errno = code;
  if (!linked) no_secret_because_of_system(path.c_str(), written ? "link" : "write");
}

/// The user's own, in the folder of settings; on machines that share the user's folder it is the same.
inline std::string secret_of_user() {
  auto const variable = [](char const* name) {
    char const* const text = std::getenv(name);
    return std::string(text == nullptr ? "" : text);
  };
  std::string folder = variable("XDG_CONFIG_HOME");
  if (folder.empty() && !variable("HOME").empty()) folder = variable("HOME") + "/.config";
  if (folder.empty()) throw error("the secret of the job: neither ALLOTYPE_JOB_SECRET nor HOME is set");
  mkdir(folder.c_str(), 0700);
  mkdir((folder += "/allotype").c_str(), 0700);
  std::string const path = folder + "/job_secret";
  if (access(path.c_str(), F_OK) != 0) write_new_secret(path);
  return secret_in_file(path);
}

/// \throws error if there is none, or others may read it
inline std::string job_secret() {
  char const* const told = std::getenv("ALLOTYPE_JOB_SECRET");
  if (told == nullptr || *told == '\0') return secret_of_user();
  if (std::strlen(told) < least_secret) throw error("ALLOTYPE_JOB_SECRET has less than 16 characters");
  return told;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

// SPDX-License-Identifier: BSL-1.0
/// \file
/// How a file that is written ends: all of it is on the disk, and so is its name. Each function returns 0, or the
/// number of the system's error.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include <allotype/version.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

inline int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t const now = ::write(descriptor, text.data(), text.size());
    if (now < 0 && errno != EINTR) return errno;
    if (now > 0) text.remove_prefix(static_cast<std::size_t>(now));
  }
  return 0;
}

/// Brings the file to the disk and closes it; `failed` is what went wrong before.
inline int sync_and_close(int descriptor, int failed = 0) {
  if (failed == 0 && ::fsync(descriptor) != 0) failed = errno;
  if (::close(descriptor) != 0 && failed == 0) failed = errno;
  return failed;
}

/// Writes all, brings it to the disk and closes the file.
inline int write_and_close(int descriptor, std::string_view text) {
  return sync_and_close(descriptor, write_all(descriptor, text));
}

/// Brings a file or a folder to the disk. What has nothing to bring, as a mounted bucket, says that it cannot.
inline int sync_path(char const* what) {
  int const descriptor = ::open(what, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;  // a file that only its owner's group reads, or a folder without names
  int const failed = ::fsync(descriptor) != 0 && errno != EINVAL && errno != ENOSYS && errno != EROFS ? errno : 0;
  ::close(descriptor);
  return failed;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

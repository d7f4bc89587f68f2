// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which of a machine's devices a queue opens, where there are several, and that one which is not what the type says will
/// do.
#pragma once

#include <allotype/core/detail/message.hpp>

namespace allotype {

/// Says that a device other than the type's will do.
struct accept_mismatch_t {};
inline constexpr accept_mismatch_t accept_mismatch{};

/// The device with an index, or the one with a UUID; the index is then only what the program calls it.
class which_device {
 public:
  constexpr which_device() = default;
  /// The `index`-th of those that are what the type says, in the backend's order.
  constexpr which_device(int index) : index_(index) {}

  constexpr int index() const { return index_; }
  /// Null where an index says which.
  constexpr char const* uuid() const { return uuid_.empty() ? nullptr : uuid_.text(); }

 private:
  friend constexpr which_device device_with_uuid(char const*, int);

  int index_ = 0;
  message<64> uuid_;
};

/// The device with that UUID and no other: `GPU-8932f937-d72c-…`, `MIG-41b2f937-…`, all of it, as drivers print it.
constexpr which_device device_with_uuid(char const* uuid, int index = 0) {
  which_device which(index);
  which.uuid_ = uuid;
  return which;
}

}  // namespace allotype

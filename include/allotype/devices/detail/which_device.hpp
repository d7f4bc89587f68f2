// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which of a machine's devices a queue opens, where there are several.
#pragma once

#include <allotype/devices/device_uuid.hpp>

namespace allotype {

namespace detail {

/// The device with an index, or the one with a UUID; the index is then only what the program calls it.
class which_device {
 public:
  /// The first.
  constexpr which_device() = default;
  /// The `index`-th of those that are what the type says, in the backend's order.
  constexpr which_device(int index) : index_(index) {}
  /// The device with that UUID and no other: `device_uuid("GPU-8932f937-d72c-…")`, all 32 digits.
  constexpr which_device(device_uuid const& uuid, int index = 0) : index_(index), by_uuid_(true), uuid_(uuid) {}

  constexpr int index() const { return index_; }
  /// A UUID says which, and not an index.
  constexpr bool by_uuid() const { return by_uuid_; }
  constexpr device_uuid const& uuid() const { return uuid_; }

 private:
  int index_ = 0;
  bool by_uuid_ = false;
  device_uuid uuid_;
};

}  // namespace detail

}  // namespace allotype

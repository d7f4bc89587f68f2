// SPDX-License-Identifier: BSL-1.0
/// \file
/// The error of this room.
#pragma once

#include <allotype/core/error.hpp>

namespace allotype {

/// A setup that the tool that should make it does not accept. `what()` says why.
class provision_error : public error {
 public:
  using error::error;
};

}  // namespace allotype

// SPDX-License-Identifier: BSL-1.0
/// \file
/// What is to run, for manifests and scripts that are made from a request.
#pragma once

#include <allotype/core/detail/language.hpp>

#include <string>
#include <vector>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// What a manifest or a script needs besides the request.
struct work {
  std::string name = "task";              ///< of the job: lower-case letters, digits and `-`
  std::string image = "example/task:1";   ///< of the container
  std::vector<std::string> command = {};  ///< none: the image's own, or the script's arguments
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

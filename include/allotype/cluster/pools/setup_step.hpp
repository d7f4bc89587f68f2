// SPDX-License-Identifier: BSL-1.0
/// \file
/// A step of what sets up a cluster.
#pragma once

#include <string>

#include <allotype/core/detail/language.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Lines of a file, a manifest or commands, each with what it is for.
struct setup_step {
  std::string what;    ///< "slurm.conf", "ConfigMap", "command"; "nothing to set up", "not known": the lines say why
  std::string text;    ///< lines; the last one ends, too
  std::string tool{};  ///< that it is for: "slurm", "gpu-operator", "gke"; empty where there is none
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

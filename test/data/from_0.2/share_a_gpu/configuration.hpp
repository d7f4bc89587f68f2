// SPDX-License-Identifier: BSL-1.0
/// \file
/// What makes the partitions: a command, or a configuration for nvidia-mig-parted.
#pragma once

#include <string>

#include "seating.hpp"

namespace example {

/// `nvidia-smi mig -cgi 9:4,14:0 -C -i 0`: on GPU 0, profiles with the slices where they start, the largest first.
/// Without the starts the driver would choose, and not every choice leaves room for the next.
std::string nvidia_smi_command(seating const& gpu);

/// The same for nvidia-mig-parted, as a configuration `name` for GPU 0 in YAML.
std::string mig_parted_configuration(seating const& gpu, std::string const& name);

}  // namespace example

// SPDX-License-Identifier: BSL-1.0
/// \file
/// The GPU's slices as a picture in SVG.
#pragma once

#include <string>

#include "seating.hpp"

namespace example {

/// A bar of memory and a bar of SMs, in proportion, each partition in its service's colour; below, the command that
/// makes the partitions. As many colours as there are services, up to six; then they repeat.
std::string svg_picture(seating const& gpu, std::string const& command);

}  // namespace example

// SPDX-License-Identifier: BSL-1.0
/// \file
/// The GPU's slices as a picture in SVG.
#pragma once

#include <string>

#include "seating.hpp"

namespace example {

/// The picture that `allotype plan --svg` draws, with the services and what each needs; below, the command that makes
/// the partitions.
std::string svg_picture(seating const& gpu, std::string const& command);

}  // namespace example

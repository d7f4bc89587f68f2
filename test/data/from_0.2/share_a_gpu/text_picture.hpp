// SPDX-License-Identifier: BSL-1.0
/// \file
/// The GPU's slices as text for a terminal of 80 columns.
#pragma once

#include <string>

#include "seating.hpp"

namespace example {

/// A line for each memory slice.
std::string text_picture(seating const& gpu);

/// What is wasted, in a few lines.
std::string waste_in_words(seating const& gpu);

}  // namespace example

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Files of data that a person wrote, in JSON or in YAML.
#pragma once

#include <string>

#include "library/pools.hpp"

namespace program {

/// YAML where the file's name ends in .yaml or .yml, else JSON. What is read of YAML is what JSON has, too: no tags, no
/// anchors, one document.
/// \throws input_error with the line
library::file_value read_data_file(std::string const& file);

/// YAML of a text. \param name for errors
library::file_value read_yaml_text(std::string const& text, std::string const& name,
                                   library::file_bounds const& bounds = {});

}  // namespace program

// SPDX-License-Identifier: BSL-1.0
/// \file
/// The modes of an AMD device. All partitions of a device have the same mode, so a mode is a layout.
#pragma once

#include <string>
#include <vector>

#include "library/catalogue.hpp"

namespace program {

struct device_mode {
  std::string name;  ///< `CPX/NPS4`
  int partitions;
  int chiplets;        ///< of each
  std::string status;  ///< `valid`, or what is known otherwise
};

struct device_modes {
  std::string device;
  int chiplets;
  std::vector<device_mode> modes;
};

bool has_modes(library::accelerator_description const& about);

/// \throws as `find`. \pre the device has modes
device_modes modes_of(std::string const& device);

/// `7 modes of MI300X with 8 chiplets; all partitions of a device have the same mode`.
std::string in_words(device_modes const& all);
/// `8 partitions of 1 chiplet`, and the status where it is not valid.
std::string in_words(device_mode const& mode);

/// A row a mode, a column a chiplet.
std::string modes_drawing(device_modes const& all);

}  // namespace program

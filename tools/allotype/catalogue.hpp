// SPDX-License-Identifier: BSL-1.0
/// \file
/// The catalogue as tables that a program looks names up in.
#pragma once

#include <string>
#include <vector>

#include "library/catalogue.hpp"

namespace program {

using library::layout_of;

struct catalogue_entry {
  allotype::accelerator_data const* what = nullptr;
  library::accelerator_description const* about = nullptr;
  allotype::flyte::gpu_accelerator const* request = nullptr;  ///< null where Flyte has no name for it
};

/// Every device, each followed by its partitions and the whole of it.
std::vector<catalogue_entry> const& catalogue();

/// \throws allotype::input_error with the nearest names
catalogue_entry const& find(std::string const& device);
/// \param partition empty: none is named
catalogue_entry const& find(std::string const& device, std::string const& partition);

/// The names of all devices, or, where a device is named, of its partitions and `unpartitioned`.
/// \throws allotype::input_error with the nearest names
std::vector<std::string> names_in(std::string const& device);

/// The name without that of its device.
std::string own_name(allotype::accelerator_data const& what);
bool is_device(allotype::accelerator_data const& what);

}  // namespace program

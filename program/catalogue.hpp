// SPDX-License-Identifier: BSL-1.0
/// \file
/// The catalogue as tables that a program looks names up in.
#pragma once

#include <allotype/accelerator/description.hpp>
#include <allotype/request/detail/wanted.hpp>
#include <allotype/request/flyte.hpp>
#include <allotype/plan/planned_layout.hpp>
#include <string>
#include <vector>

namespace program {

struct catalogue_entry {
  allotype::detail::accelerator_description const* about = nullptr;
  allotype::detail::wanted_accelerator const* wanted = nullptr;  ///< what a request has to know of it
  allotype::flyte::gpu_accelerator const* request = nullptr;  ///< null where Flyte has no name for it
  allotype::detail::board_for_layouts const* board = nullptr;  ///< null: the device has no MIG instances
};

/// Every device, each followed by its partitions and the whole of it.
std::vector<catalogue_entry> const& catalogue();

/// The layout of these instances on the device, as `allotype plan` has it.
/// \throws allotype::layout_error; allotype::unknown_accelerator
allotype::planned_layout layout_of(std::string const& device, std::vector<std::string> const& instances);

/// \throws allotype::unknown_accelerator, allotype::ambiguous_accelerator with the nearest names
catalogue_entry const& find(std::string const& name);
/// The same for a device and its partition; an empty one is none.
catalogue_entry const& find(std::string const& device, std::string const& partition);

}  // namespace program

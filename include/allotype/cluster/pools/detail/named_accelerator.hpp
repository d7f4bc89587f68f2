// SPDX-License-Identifier: BSL-1.0
/// \file
/// Accelerators by names that a program reads, as data for requests and layouts. The compiled library allotype::pools
/// defines what is declared here.
#pragma once

#include <string>
#include <vector>

#include <allotype/cluster/layouts/planned_layout.hpp>
#include <allotype/cluster/request/detail/request_items.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// Every device, each followed by its partitions and the whole of it.
[[gnu::visibility("default")]] std::vector<accelerator_data const*> const& named_accelerators();

/// Where a name stands in the list; a partition's is empty where only the device is named.
/// \throws input_error with the nearest names
[[gnu::visibility("default")]] int position_of_accelerator(std::string const& device,
                                                           std::string const& partition = {});

/// \throws as position_of_accelerator
inline accelerator_data const& find_accelerator(std::string const& device, std::string const& partition = {}) {
  return *named_accelerators()[static_cast<std::size_t>(position_of_accelerator(device, partition))];
}

/// The layout of these instances on the device, as `allotype plan` has it.
/// \throws input_error; as position_of_accelerator
[[gnu::visibility("default")]] planned_layout layout_of(std::string const& device,
                                                        std::vector<std::string> const& instances);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

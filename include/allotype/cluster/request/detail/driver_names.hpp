// SPDX-License-Identifier: BSL-1.0
/// \file
/// What NVIDIA's driver calls a device on a machine: `NVIDIA A100-SXM4-40GB`, and a MIG device of it
/// `NVIDIA A100-SXM4-40GB MIG 1g.5gb`.
#pragma once

#include <allotype/cluster/request/detail/request_items.hpp>
#include <allotype/cluster/request/short_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// \param stated of the board, or a null pointer: the first that the catalogue has
/// \return empty where nothing states the board
constexpr short_text name_by_driver(accelerator_data const& what, char const* stated = nullptr) {
  if (stated == nullptr && what.product() == nullptr) return {};
  short_text name{stated != nullptr ? stated : what.product_names[0]};
  if (what.is_partition() && what.maker == vendor::nvidia) name << " MIG " << what.partition;
  return name;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

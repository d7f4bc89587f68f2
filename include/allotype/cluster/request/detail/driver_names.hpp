// SPDX-License-Identifier: BSL-1.0
/// \file
/// What NVIDIA's driver calls a device on a machine: `NVIDIA A100-SXM4-40GB`, and a MIG device of it
/// `NVIDIA A100-SXM4-40GB MIG 1g.5gb`.
#pragma once

#include <allotype/cluster/request/detail/wanted.hpp>

#include <string>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

struct driver_name {
  char const* board = nullptr;
  char const* partition = "";
};

/// \param stated of the board, or a null pointer: the first that the catalogue has
constexpr driver_name name_by_driver(wanted_accelerator const& what, char const* stated = nullptr) {
  char const* const board = stated != nullptr ? stated : what.products == 0 ? nullptr : what.product_names[0];
  return {board, what.is_partition() && what.maker == vendor::nvidia ? what.partition : ""};
}

inline std::string text_of(driver_name const& name) {
  return *name.partition == '\0' ? name.board : name.board + std::string{" MIG "} + name.partition;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

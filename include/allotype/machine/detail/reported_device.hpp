// SPDX-License-Identifier: BSL-1.0
/// \file
/// What NVML told of a device, as the rule of dispatch/detail/device_identity.hpp takes it.
#pragma once

#include <allotype/dispatch/detail/device_identity.hpp>
#include <allotype/machine/machine.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// The id of the slice's GPU-instance profile; -1 where it was not told.
inline int profile_id_of(machine::found_board const& board, machine::found_slice const& slice) {
  for (machine::found_gpu_instance const& instance : board.gpu_instances) {
    if (slice.gpu_instance_id == instance.id && instance.profile_id) return static_cast<int>(*instance.profile_id);
  }
  return -1;
}

/// Refers to the device.
inline reported_device reported_device_of(found_device const& found) {
  reported_device told;
  if (!found.name().empty()) told.name = found.name().c_str();
  told.uuid = found.uuid().value_or(device_uuid{});
  told.memory = found.memory().value_or(bytes{});
  told.capability = found.board->compute_capability.value_or(compute_capability<>{});
  told.is_slice = found.slice != nullptr;
  told.partitioned = found.slice == nullptr && found.board->partitioned();
  if (found.slice != nullptr) {
    told.sm_count = found.slice->sm_count.value_or(0);
    told.profile_id = profile_id_of(*found.board, *found.slice);
  }
  return told;
}

/// What a type names, and the whole device that it is, or is a part of.
struct device_and_board {
  accelerator_data const& device;
  accelerator_data const& board;
};
template <accelerator A>
constexpr device_and_board device_and_board_of() {
  return {data_of<A>, data_of<device_of<A>>};
}

/// The board is one that the type names, or names a part of.
inline bool is_wanted_board(device_and_board const& wanted, machine::found_board const& board) {
  return !differences_between(wanted.board, reported_device_of(board));
}
inline bool is_wanted(device_and_board const& wanted, found_device const& found) {
  return !differences_between(wanted.device, reported_device_of(found));
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

// SPDX-License-Identifier: BSL-1.0
/// \file
/// What one environment variable leaves of a machine's devices, and what of its value could not be used. How each
/// variable is read: cuda_mask.hpp and slurm_mask.hpp.
#pragma once

#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/detail/number_text.hpp>
#include <allotype/devices/devices_present.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// Positions in `devices_present`, in the order in which a program sees them.
struct visible_positions {
  int count = 0;
  int at[devices_present::most]{};

  constexpr bool has(int position) const {
    for (int i = 0; i < count; ++i) {
      if (at[i] == position) return true;
    }
    return false;
  }
  constexpr void add(int position) { at[count++] = position; }
};

/// What a value was read as.
struct mask_reading {
  bool counts = true;  ///< false: the variable says nothing about this machine
  visible_positions positions{};
  bool by_number = false;  ///< boards are named by the numbers that CUDA gives them
  int fault_at = -1;       ///< the character where the first element begins that is not used; -1 where all are
  char const* fault = "";  ///< what is wrong there
};

constexpr mask_reading without_devices(int fault_at, char const* fault) {
  mask_reading none;
  none.fault_at = fault_at;
  none.fault = fault;
  return none;
}

/// More than any index.
inline constexpr int beyond_every_index = 1'000'000'000;

/// A program sees the partitions of a board in MIG mode, one compute instance of each GPU instance. Another board it
/// sees as it is.
/// \returns false where the process sees nothing more
constexpr bool add_board(devices_present const& here, int position, visible_positions& to) {
  if (!here.device[position].partitioned) {
    to.add(position);
    return true;
  }
  // A process that can see one partition sees nothing beside it.
  if (here.one_partition && to.count > 0) return false;
  for (int i = position + 1; i < here.count && here.device[i].is_partition; ++i) {
    bool const again = i > position + 1 && here.device[i].gpu_instance == here.device[i - 1].gpu_instance;
    if (again) continue;
    to.add(i);
    if (here.one_partition) return false;
  }
  return true;
}

constexpr visible_positions positions_without_mask(devices_present const& here) {
  visible_positions all;
  if (here.one_partition) {
    for (int i = 0; i < here.count; ++i) {
      if (!here.device[i].is_partition) continue;
      all.add(i);
      return all;
    }
  }
  for (int i = 0; i < here.count; ++i) {
    if (!here.device[i].is_partition) add_board(here, i, all);
  }
  return all;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

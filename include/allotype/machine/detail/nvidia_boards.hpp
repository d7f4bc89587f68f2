// SPDX-License-Identifier: BSL-1.0
/// \file
/// From what NVML says about a board and its GPU instances to their names in the catalogue, by the rule of
/// dispatch/detail/device_identity.hpp. What contradicts the catalogue is unknown; no nearest match is taken.
#pragma once

#include <string>

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/catalog/mig_name.hpp>
#include <allotype/dispatch/detail/device_identity.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

template <class Devices>
struct table_of_nvidia_boards;
template <class... Devices>
struct table_of_nvidia_boards<list<Devices...>> {
  static constexpr accelerator_data const* boards[sizeof...(Devices)] = {&data_of<Devices>...};
};

/// The device of the catalogue that the board is; null where it is none of them.
constexpr accelerator_data const* find_nvidia_board(reported_device const& told) {
  for (accelerator_data const* board : table_of_nvidia_boards<nvidia_devices>::boards) {
    if (board->product() != nullptr && !differences_between(*board, told)) return board;
  }
  return nullptr;
}

/// The profile with the id that `nvidia-smi` and NVML's instances have on this board; null where it has none.
constexpr mig_row const* profile_of_id(accelerator_data const& board, unsigned id) {
  for (int i = 0; board.board != nullptr && i < board.board->row_count; ++i) {
    mig_row const& row = board.board->rows[i];
    if (row.smi_profile_id >= 0 && static_cast<unsigned>(row.smi_profile_id) == id) return &row;
  }
  return nullptr;
}

/// The catalogue's name of the partition that a driver calls `profile`: `"7g.80gb"` for `"7g.79gb"`, `"1c.3g.20gb"` as
/// it is. Empty where the board has none of that name and id.
inline std::string name_of_partition(accelerator_data const& board, std::string const& profile, int profile_id) {
  mig_name const told = parse_mig_name(profile.c_str());
  mig_row const* const row = find_profile(board, told.gpu_instance, profile_id);
  if (row == nullptr) return {};
  return told.names_compute_slices ? compute_instance_name(told.compute_slices, row->profile).text() : row->profile;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

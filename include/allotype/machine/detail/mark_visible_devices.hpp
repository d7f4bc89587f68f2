// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which of the GPUs found this process may use: devices/visible_devices.hpp decides, and here its answer is written
/// into what was found. NVML lists all boards, in the order of the PCI bus; CUDA counts in an order of its own unless
/// `CUDA_DEVICE_ORDER=PCI_BUS_ID`, so a number in CUDA_VISIBLE_DEVICES may mean another board than NVML's of that
/// number. What cannot be told stays undecided.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <allotype/devices/visible_devices.hpp>
#include <allotype/machine/machine.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// Boards of one kind are counted alike in every order.
inline bool boards_are_of_one_kind(machine::found_nvidia const& nvidia) {
  for (machine::found_board const& board : nvidia.boards) {
    if (board.name.empty() || board.name != nvidia.boards.front().name) return false;
  }
  return true;
}

/// What was found, as `visible_devices` takes it. In NVML's order.
inline devices_present devices_present_among(machine::found_nvidia const& nvidia) {
  devices_present here;
  here.order_known = boards_are_of_one_kind(nvidia);
  for (machine::found_board const& board : nvidia.boards) {
    if (!board.partitioned()) {
      here.add(board.uuid.value_or(device_uuid{}));
      continue;
    }
    here.add_partitioned(board.uuid.value_or(device_uuid{}));
    for (machine::found_slice const& slice : board.slices) {
      here.add_partition(slice.uuid.value_or(device_uuid{}), static_cast<int>(slice.gpu_instance_id.value_or(0)),
                         static_cast<int>(slice.compute_instance_id.value_or(0)));
    }
  }
  return here;
}

/// Where the device stands among the visible ones, a board or the slice of that UUID, counted from 0; -1: it is hidden.
inline int position_in(visible_devices const& visible, int board, machine::found_slice const* slice) {
  device_uuid const uuid = slice != nullptr ? slice->uuid.value_or(device_uuid{}) : device_uuid{};
  for (int i = 0; i < visible.count; ++i) {
    devices_present::present_device const& device = visible.device[i];
    if (device.board_number != board || device.is_partition != (slice != nullptr)) continue;
    if (slice == nullptr || digits_begin(device.uuid, uuid)) return i;
  }
  return -1;
}

/// What programs see under the newest driver and under this one, which may show a single slice and no more.
struct visible_at_most_and_least {
  visible_devices most, least;

  visible_at_most_and_least(devices_present here, bool one_partition, visible_devices::environment const& environment)
      : most(visible_devices(here, environment)) {
    here.one_partition = one_partition;
    least = one_partition ? visible_devices(here, environment) : most;
  }
};

/// Fills in `visible` and `cuda_index` of all boards and slices, and `masks`. Of a board in MIG mode: whether one of
/// its slices is visible. Undecided: what numbers mean on boards of several kinds without
/// `CUDA_DEVICE_ORDER=PCI_BUS_ID`; what drivers before R570 show beside one slice; devices beyond the
/// `devices_present::most` that a mask is read for.
inline void mark_visible_devices(machine::found_nvidia& nvidia, visible_devices::environment const& environment) {
  devices_present const here = devices_present_among(nvidia);
  auto const branch =
      read_digits(nvidia.driver_version, 9999);  // a version that cannot be read is taken for an old one
  bool const one_partition = !branch || branch.value < 570;
  visible_at_most_and_least const allowed(here, one_partition, environment);
  // CUDA's numbers go by CUDA's variables alone.
  visible_devices::environment cudas;
  cudas.cuda_visible_devices = environment.cuda_visible_devices;
  cudas.cuda_device_order = environment.cuda_device_order;
  visible_at_most_and_least const shown(here, one_partition, cudas);
  nvidia.masks = allowed.most.masks.text();

  bool const undecided = here.count == devices_present::most || !allowed.most.certain;
  auto const decide = [&](int board, machine::found_slice const* slice) -> std::optional<bool> {
    bool const perhaps = position_in(allowed.most, board, slice) >= 0;
    if (undecided || perhaps != (position_in(allowed.least, board, slice) >= 0)) return std::nullopt;
    return perhaps;
  };
  // A mask of UUIDs is an order; numbers, and no mask, go by CUDA's.
  std::string_view const mask = environment.cuda_visible_devices != nullptr ? environment.cuda_visible_devices : "";
  std::string_view const order = environment.cuda_device_order != nullptr ? environment.cuda_device_order : "";
  bool const by_uuid = mask.substr(0, 4) == "GPU-" || mask.substr(0, 4) == "MIG-";
  bool const order_known = by_uuid || here.order_known || order == "PCI_BUS_ID";
  auto const number = [&](int board, machine::found_slice const* slice,
                          std::optional<bool> visible) -> std::optional<int> {
    int const position = position_in(shown.most, board, slice);
    bool const sure = order_known && visible.value_or(false) && position == position_in(shown.least, board, slice);
    return sure ? std::optional{position} : std::nullopt;
  };
  for (int i = 0; i < static_cast<int>(nvidia.boards.size()); ++i) {
    machine::found_board& board = nvidia.boards[static_cast<std::size_t>(i)];
    if (!board.partitioned()) {
      board.visible = decide(i, nullptr);
      board.cuda_index = number(i, nullptr, board.visible);
      continue;
    }
    board.visible = false;
    for (machine::found_slice& slice : board.slices) {
      slice.visible = decide(i, &slice);
      slice.cuda_index = number(i, &slice, slice.visible);
      if (slice.visible.value_or(false)) board.visible = true;
      if (!slice.visible && !board.visible.value_or(true)) board.visible.reset();
    }
  }
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

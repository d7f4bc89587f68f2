// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which of the GPUs found a CUDA program sees: what `CUDA_VISIBLE_DEVICES` leaves of them (devices/device_mask.hpp). NVML
/// lists all, in the order of the PCI bus; CUDA counts in an order of its own unless `CUDA_DEVICE_ORDER=PCI_BUS_ID`, so that
/// a number in the mask may mean another board than NVML's of that number. What cannot be told stays undecided.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <allotype/devices/device_mask.hpp>
#include <allotype/machine/machine.hpp>

namespace allotype {

/// The environment variables that decide it; absent where they are not set.
struct cuda_environment {
  std::optional<std::string> visible_devices;  ///< CUDA_VISIBLE_DEVICES
  std::optional<std::string> device_order;     ///< CUDA_DEVICE_ORDER

  static cuda_environment of_this_process() {
    auto const value = [](char const* name) -> std::optional<std::string> {
      char const* const text = std::getenv(name);
      return text == nullptr ? std::nullopt : std::optional<std::string>{text};
    };
    return {value("CUDA_VISIBLE_DEVICES"), value("CUDA_DEVICE_ORDER")};
  }
};

/// What was found, as the device grammar takes it. In NVML's order, which is CUDA's where boards are of one kind or
/// CUDA_DEVICE_ORDER is PCI_BUS_ID.
inline devices_present devices_present_among(found_nvidia const& nvidia) {
  devices_present here;
  for (found_board const& board : nvidia.boards) {
    if (!board.partitioned()) {
      here.add(board.uuid.c_str());
      continue;
    }
    here.add_partitioned(board.uuid.c_str());
    for (found_slice const& slice : board.slices) {
      here.add_partition(slice.uuid.c_str(), static_cast<int>(slice.gpu_instance_id.value_or(0)),
                         static_cast<int>(slice.compute_instance_id.value_or(0)));
    }
  }
  return here;
}

namespace detail {

/// Boards of one kind are counted alike in every order.
inline bool order_is_known(found_nvidia const& nvidia, cuda_environment const& environment) {
  if (environment.device_order && *environment.device_order == "PCI_BUS_ID") return true;
  for (found_board const& board : nvidia.boards) {
    if (board.name.empty() || board.name != nvidia.boards.front().name) return false;
  }
  return true;
}

inline bool begins_with_uuid(std::string_view mask) { return mask.substr(0, 4) == "GPU-" || mask.substr(0, 4) == "MIG-"; }

/// Where the mask shows the device, a board or the slice of that UUID, counted from 0; -1: it hides it.
inline int position_in(visible_devices const& visible, int board, found_slice const* slice) {
  device_uuid const uuid = slice != nullptr ? read_device_uuid(slice->uuid.c_str()) : device_uuid{};
  for (int i = 0; i < visible.count; ++i) {
    device_here const& device = visible.device[i];
    if (device.board_number != board || device.is_partition != (slice != nullptr)) continue;
    if (slice == nullptr || digits_begin(device.uuid, uuid)) return i;
  }
  return -1;
}

}  // namespace detail

/// Fills in `visible` and `cuda_index` of all boards and slices. Of a board in MIG mode: whether one of its slices is visible.
/// Undecided: what numbers mean on boards of several kinds without `CUDA_DEVICE_ORDER=PCI_BUS_ID`; what of slices and boards drivers before
/// R570 show beside one slice; devices beyond the `most_devices` that a mask is read for.
inline void apply_mask(found_nvidia& nvidia, cuda_environment const& environment) {
  devices_present const here = devices_present_among(nvidia);
  nvidia.visible_devices = environment.visible_devices;
  char const* const mask = environment.visible_devices ? environment.visible_devices->c_str() : nullptr;
  std::string_view version = nvidia.driver_version;
  auto const branch = detail::number_in(detail::take_until(version, '.'));
  auto const limit = partitions_per_process_of_driver(static_cast<int>(branch.value_or(0) < 10000 ? branch.value_or(0) : 0));
  visible_devices const most = visible_to_cuda(here, mask);
  visible_devices const least = limit == partitions_per_process::one ? visible_to_cuda(here, mask, limit) : most;
  bool const undecided_order = mask != nullptr && !detail::begins_with_uuid(mask) && most.count > 0 &&
                               !detail::order_is_known(nvidia, environment);
  // Which board a number means does not matter where all are shown.
  bool const undecided = here.count == most_devices || (undecided_order && most.count < most.known);
  auto const decide = [&](int board, found_slice const* slice) -> std::optional<bool> {
    bool const perhaps = detail::position_in(most, board, slice) >= 0;
    if (undecided || perhaps != (detail::position_in(least, board, slice) >= 0)) return std::nullopt;
    return perhaps;
  };
  // A mask of UUIDs is an order; numbers, and no mask, go by CUDA's.
  bool const order_known =
      (mask != nullptr && detail::begins_with_uuid(mask)) || detail::order_is_known(nvidia, environment);
  auto const number = [&](int board, found_slice const* slice, std::optional<bool> visible) -> std::optional<int> {
    int const position = detail::position_in(most, board, slice);
    bool const sure = order_known && visible.value_or(false) && position == detail::position_in(least, board, slice);
    return sure ? std::optional{position} : std::nullopt;
  };
  for (int i = 0; i < static_cast<int>(nvidia.boards.size()); ++i) {
    found_board& board = nvidia.boards[static_cast<std::size_t>(i)];
    if (!board.partitioned()) {
      board.visible = decide(i, nullptr);
      board.cuda_index = number(i, nullptr, board.visible);
      continue;
    }
    board.visible = false;
    for (found_slice& slice : board.slices) {
      slice.visible = decide(i, &slice);
      slice.cuda_index = number(i, &slice, slice.visible);
      if (slice.visible.value_or(false)) board.visible = true;
      if (!slice.visible && !board.visible.value_or(true)) board.visible.reset();
    }
  }
}

}  // namespace allotype

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which of the GPUs found a CUDA program sees: what `CUDA_VISIBLE_DEVICES` leaves of them. NVML lists all in the order of
/// the PCI bus; CUDA counts in an order of its own unless `CUDA_DEVICE_ORDER=PCI_BUS_ID`, so that a number in the mask may
/// mean another board than NVML's of that number. What cannot be told stays undecided.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <allotype/runtime/machine.hpp>

namespace allotype {

/// The environment variables that decide it; absent where they are not set.
struct device_mask {
  std::optional<std::string> visible_devices;  ///< CUDA_VISIBLE_DEVICES
  std::optional<std::string> device_order;     ///< CUDA_DEVICE_ORDER

  static device_mask of_environment() {
    auto const value = [](char const* name) -> std::optional<std::string> {
      char const* const text = std::getenv(name);
      return text == nullptr ? std::nullopt : std::optional<std::string>{text};
    };
    return {value("CUDA_VISIBLE_DEVICES"), value("CUDA_DEVICE_ORDER")};
  }
};

namespace core {

/// What an entry of the mask names: a board, or a slice of one.
struct masked_device {
  int board = -1;
  int slice = -1;

  friend bool operator==(masked_device, masked_device) = default;
};

/// CUDA from R570 on offers every GPU instance to a process, one compute instance each; before, one MIG device.
inline bool offers_all_slices(found_nvidia const& nvidia) {
  std::string_view version = nvidia.driver_version;
  auto const branch = number_in(take_until(version, '.'));
  return branch && *branch >= 570;
}

/// Boards of one kind are counted alike in every order.
inline bool order_is_known(found_nvidia const& nvidia, device_mask const& mask) {
  if (mask.device_order && *mask.device_order == "PCI_BUS_ID") return true;
  for (found_board const& board : nvidia.boards) {
    if (board.name.empty() || board.name != nvidia.boards.front().name) return false;
  }
  return true;
}

/// The one device whose UUID begins so; nothing where there is none or more than one.
inline std::optional<masked_device> device_of_uuid(found_nvidia const& nvidia, std::string_view uuid) {
  std::optional<masked_device> found;
  auto const consider = [&](masked_device device, std::string_view candidate) {
    if (candidate.substr(0, uuid.size()) != uuid) return true;
    if (found && candidate != uuid) return false;
    found = device;
    return true;
  };
  for (int i = 0; i < static_cast<int>(nvidia.boards.size()); ++i) {
    found_board const& board = nvidia.boards[static_cast<std::size_t>(i)];
    if (!consider({i, -1}, board.uuid)) return std::nullopt;
    for (int j = 0; j < static_cast<int>(board.slices.size()); ++j) {
      found_slice const& slice = board.slices[static_cast<std::size_t>(j)];
      if (!consider({i, j}, slice.uuid)) return std::nullopt;
      // Before R470: MIG-GPU-<uuid>/<GPU instance>/<compute instance>, which later drivers still take.
      if (slice.gpu_instance_id && slice.compute_instance_id &&
          uuid == "MIG-" + board.uuid + "/" + std::to_string(*slice.gpu_instance_id) + "/" +
                      std::to_string(*slice.compute_instance_id)) {
        return masked_device{i, j};
      }
    }
  }
  return found;
}

/// The number that an entry begins with, as CUDA reads it; what follows is ignored.
inline std::optional<int> index_in(std::string_view entry) {
  if (!entry.empty() && entry.front() == '+') entry.remove_prefix(1);
  std::size_t digits = 0;
  while (digits < entry.size() && entry[digits] >= '0' && entry[digits] <= '9') ++digits;
  auto const number = number_in(entry.substr(0, digits));
  if (!number || *number > 1u << 20) return std::nullopt;
  return static_cast<int>(*number);
}

inline void show_all(found_nvidia& nvidia) {
  std::size_t slices = 0;
  for (found_board const& board : nvidia.boards) slices += board.slices.size();
  bool const all = slices == 0 || offers_all_slices(nvidia);
  for (found_board& board : nvidia.boards) {
    board.visible = all ? std::optional<bool>{true} : std::nullopt;
    for (found_slice& slice : board.slices) slice.visible = all || slices == 1 ? std::optional<bool>{true} : std::nullopt;
  }
}

}  // namespace core

/// Fills in `visible` of all boards and slices. CUDA's rules: the list ends at the first entry that names nothing, a
/// device that is named twice empties it, and entries of another kind than the first end it.
inline void apply_mask(found_nvidia& nvidia, device_mask const& mask) {
  if (!mask.visible_devices) {
    core::show_all(nvidia);
    return;
  }
  for (found_board& board : nvidia.boards) {
    board.visible = false;
    for (found_slice& slice : board.slices) slice.visible = false;
  }
  std::vector<core::masked_device> named;
  bool const order_known = core::order_is_known(nvidia, mask);
  bool counted = false;
  std::string_view rest = *mask.visible_devices;
  for (bool first = true; !rest.empty(); first = false) {
    std::string_view const entry = core::trimmed(core::take_until(rest, ','));
    bool const is_uuid = entry.substr(0, 4) == "GPU-" || entry.substr(0, 4) == "MIG-";
    std::optional<core::masked_device> device;
    if (is_uuid) {
      if (first || !counted) device = core::device_of_uuid(nvidia, entry);
    } else if (first || counted) {
      auto const index = core::index_in(entry);
      if (index && *index < static_cast<int>(nvidia.boards.size())) device = core::masked_device{*index, -1};
      counted = true;
    }
    if (!device) break;
    for (auto const& before : named) {
      if (before == *device) return;
    }
    named.push_back(*device);
  }
  for (auto const [at, slice_at] : named) {
    found_board& board = nvidia.boards[static_cast<std::size_t>(at)];
    if (slice_at >= 0) {
      board.slices[static_cast<std::size_t>(slice_at)].visible = true;
      continue;
    }
    board.visible = true;
    bool const all = board.slices.size() == 1 || core::offers_all_slices(nvidia);
    for (found_slice& slice : board.slices) slice.visible = all ? std::optional<bool>{true} : std::nullopt;
  }
  if (counted && !order_known && named.size() < nvidia.boards.size() && !named.empty()) {
    for (found_board& board : nvidia.boards) {
      board.visible.reset();
      for (found_slice& slice : board.slices) slice.visible.reset();
    }
  }
}

}  // namespace allotype

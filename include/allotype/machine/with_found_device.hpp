// SPDX-License-Identifier: BSL-1.0
/// \file
/// The type in the catalogue of a device that was found.
#pragma once

#include <allotype/machine/detail/nvidia_boards.hpp>
#include <allotype/machine/detail/reported_device.hpp>
#include <allotype/names/with_accelerator.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Calls `f(std::type_identity<A>{})` with the device's accelerator: the partition for a slice, `unpartitioned` for a
/// board that could be partitioned and is not. `f` is instantiated for all NVIDIA accelerators of the catalogue, and
/// returns the same type for each.
/// \throws input_error if the catalogue does not know the device
template <class F>
decltype(auto) with_accelerator(found_device const& device, F&& f) {
  if (device.type().empty()) {
    throw input_error(message<2000>{} << "the catalogue does not know " << device.name().c_str());
  }
  std::string const& board = device.board->type;
  std::string partition;
  if (device.slice != nullptr) {
    partition = device.slice->type.substr(board.size() + 1);
  } else if (!device.board->partitioned()) {
    auto const* const known = detail::find_nvidia_board(detail::reported_device_of(device));
    if (known != nullptr && known->board != nullptr) partition = "unpartitioned";
  }
  return with_accelerator<nvidia_devices>(board, partition, f);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

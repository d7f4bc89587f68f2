// SPDX-License-Identifier: BSL-1.0
/// \file
/// From a device that was found to its type in the catalogue. A queue on it: machine/queue_on.hpp.
#pragma once

#include <allotype/machine/machine.hpp>
#include <allotype/names/with_accelerator.hpp>

namespace allotype {

/// Calls `f(std::type_identity<A>{})` with the accelerator that the device is: the partition for a slice, the whole for a
/// board that could be partitioned and is not. `f` is instantiated for every accelerator of NVIDIA's in the catalogue, and
/// returns the same type for each.
/// \throws unknown_accelerator where the catalogue does not know the device
template <class F>
decltype(auto) with_found_device(found_device const& device, F&& f) {
  catalogue_place const place = device.place();
  if (place.device < 0 || (device.slice != nullptr && place.partition < 0)) {
    throw unknown_accelerator(message<2000>{} << "the catalogue does not know " << device.name().c_str());
  }
  bool const whole = device.slice == nullptr && !device.board->partitioned() &&
                     detail::nvidia_boards::boards[place.device].profile_count > 0;
  std::string const partition = device.slice != nullptr ? partition_name_of(place) : whole ? "unpartitioned" : "";
  return with_accelerator<nvidia_devices>(device_name_of(place), partition, f);
}

}  // namespace allotype

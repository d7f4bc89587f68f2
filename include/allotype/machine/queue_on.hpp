// SPDX-License-Identifier: BSL-1.0
/// \file
/// A queue on a device that `probe` found: exactly that one, known by its UUID, whatever numbers CUDA and NVML give it.
#pragma once

#include <allotype/dispatch/queue.hpp>
#include <allotype/machine/machine.hpp>

#ifdef __CUDACC__
#include <allotype/backend/cuda/queue.hpp>
#endif

namespace allotype {

namespace detail {

/// \throws not_available where the driver did not tell it
template <accelerator A>
char const* uuid_to_open(found_device const& device) {
  if (device.uuid().empty()) {
    throw not_available(message<2000>{} << name_of<A> << ": the driver told no UUID of " << device.name().c_str()
                                        << ", so it cannot be found again");
  }
  return device.uuid().c_str();
}

}  // namespace detail

inline namespace ALLOTYPE_MODE {

/// A queue on the device. `with_found_device(device, f)` knows the `A` that it is.
/// \throws not_available where it is not an `A`, or CUDA does not show it to this program: the text says how to show it
template <accelerator A>
queue<A> queue_on(found_device const& device) {
  return queue<A>(device_with_uuid(detail::uuid_to_open<A>(device)));
}
/// The same, whatever the device is; how it differs from the type is in the queue's description.
template <accelerator A>
queue<A> queue_on(found_device const& device, accept_mismatch_t) {
  return queue<A>(device_with_uuid(detail::uuid_to_open<A>(device)), accept_mismatch);
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype

// SPDX-License-Identifier: BSL-1.0
/// \file
/// From what was asked for to the devices of one accelerator type on this machine, as its backend counts them:
/// `queue<A>(devices_for<A>(choice)[i])` is the i-th of them. The CPU takes a number of processes. An accelerator of
/// one's own may say what is there: `static visible_devices visible()`.
#pragma once

#include <type_traits>

#include <allotype/backend/cpu/queue.hpp>
#include <allotype/dispatch/queue.hpp>
#include <allotype/runtime/device_selection.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

namespace detail {

/// How many devices of `A` the backend opens: those of a GPU type are found one after another.
template <class A>
int count_devices() {
  int found = 0;
  auto request = core::request_of<A>();
  while (found < most_devices) {
    request.index = found;
    if (!open_queue(backend_of<A>{}, request)) break;
    ++found;
  }
  return found;
}

}  // namespace detail

/// The devices of `A` that the choice means.
/// \throws device_selection_error where they cannot be had
template <accelerator A>
selected_devices devices_for(device_choice const& choice) {
  if constexpr (requires { device_of<A>::visible(); }) {
    return select_devices(choice, device_of<A>::visible());
  } else if constexpr (device_rule_of<A> == device_rule::processes) {
    return select_devices(choice, devices_present{device_rule::processes, "CPU"});
  } else if constexpr (!dispatchable<A>) {
    return select_devices(choice, devices_present{device_rule_of<A>, name_of<A>});
  } else if constexpr (std::is_base_of_v<serial, backend_of<A>>) {
    // Its backend works in the host's memory and opens whatever index it is given; so one, unless more are asked for.
    bool const some = choice.what() == device_choice::kind::automatic || choice.what() == device_choice::kind::all;
    return select_devices(choice, devices_present{device_rule_of<A>, name_of<A>, some ? 1 : most_devices});
  } else {
    return select_devices(choice, devices_present{device_rule_of<A>, name_of<A>, detail::count_devices<A>()});
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype

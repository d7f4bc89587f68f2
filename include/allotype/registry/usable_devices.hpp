// SPDX-License-Identifier: BSL-1.0
/// \file
/// Devices that nobody else keeps busy. Whether one can be used is for the caller to say: on GPUs in exclusive mode,
/// whether a context can be made on it.
#pragma once

#include <allotype/devices/device_selection.hpp>

namespace allotype {

/// Of the visible devices those that `is_usable(int)` says can be used: as many as asked for, the first ones.
/// \param wanted a count, or all: at least one
/// \throws device_selection_error where there are not so many, or others use them; a list is not for this
template <class IsUsable>
constexpr selected_devices find_usable_devices(device_choice const& wanted, visible_devices const& visible,
                                               IsUsable&& is_usable) {
  auto const refuse = [&](device_problem problem, message<500> const& why) {
    throw device_selection_error(problem, wanted.input(), -1, why, "a count of devices that are free, or all",
                                 detail::describe(visible, false));
  };
  if (wanted.what() == device_choice::kind::list) {
    refuse(device_problem::not_for_this_accelerator, "a list says which devices; here a count is asked for");
  }
  bool const everything = wanted.what() != device_choice::kind::count;
  if (visible.count == 0) {
    refuse(device_problem::none_available, message<500>{} << "no " << visible.kind << " is available");
  }
  if (!everything && wanted.count() > visible.count) {
    refuse(device_problem::not_present, message<500>{} << "there are not " << wanted.count() << " of them");
  }
  selected_devices usable;
  message<500> occupied;
  int const enough = everything ? visible.count : wanted.count();
  for (int i = 0; i < visible.count && usable.count() < enough; ++i) {
    if (is_usable(i)) {
      usable.add(i);
    } else {
      occupied << (occupied.empty() ? "others use the devices " : ", ") << i;
    }
  }
  if (usable.count() == 0 || (!everything && usable.count() < enough)) refuse(device_problem::occupied, occupied);
  return usable;
}

}  // namespace allotype

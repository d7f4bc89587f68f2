// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which of the found devices are what a type names, by what NVML reports and without CUDA. A queue compares what CUDA
/// reports of its device, by the same rule (dispatch/detail/device_identity.hpp). doc/devices.md has the rule.
#pragma once

#include <vector>

#include <allotype/machine/detail/reported_device.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// `matches<A>` compiles: devices can be compared with `A`.
template <class A>
concept can_match = detail::nvidia_gpu<A> && !request_only<A>;

namespace detail {

/// The check, with its error.
template <class A>
struct match_check {
  static constexpr bool can_match = allotype::can_match<A>;
  static_assert(
      can_match,
      "find<A> and matches<A> compare NVIDIA GPUs that the catalogue, or a type of yours, describes; this accelerator "
      "is not one of them");
};

}  // namespace detail

/// Whether the device is what `A` names; if it is not, the sentence describes both.
template <class A>
[[nodiscard]] answer matches([[maybe_unused]] found_device const& device) {
  (void)sizeof(detail::match_check<A>);
  if constexpr (can_match<A>) {
    return detail::is_the_device(detail::data_of<A>, detail::reported_device_of(device));
  } else {
    return {};
  }
}

/// The devices of the machine that are an `A` and that this process may use, in NVML's order. A device that could not
/// be read completely is left out.
template <class A>
[[nodiscard]] std::vector<found_device> find([[maybe_unused]] machine const& here) {
  (void)sizeof(detail::match_check<A>);
  std::vector<found_device> found;
  if constexpr (can_match<A>) {
    auto const wanted = detail::device_and_board_of<A>();
    for (found_device const& device : here.devices()) {
      bool const usable = device.visible().value_or(false) && device.complete();
      if (usable && detail::is_wanted(wanted, device)) found.push_back(device);
    }
  }
  return found;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

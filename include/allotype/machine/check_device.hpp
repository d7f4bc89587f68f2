// SPDX-License-Identifier: BSL-1.0
/// \file
/// On the device that the type names? Before work is put on a device, it is compared with the accelerator's type: board,
/// slice, memory, multiprocessors, compute capability. Here what NVML found is compared, before any CUDA; a queue compares
/// what CUDA opens, by the same rule (dispatch/detail/device_identity.hpp).
#pragma once

#include <string>

#include <allotype/core/error.hpp>
#include <allotype/machine/matching.hpp>

namespace allotype {

/// The device is not the one that the accelerator's type names; `what()` describes both.
class wrong_device : public error {
 public:
  using error::error;
};

/// An accelerator that devices can be compared with.
template <class A>
concept checkable_device = nvidia_gpu<A> && !request_only<A>;

namespace detail {

/// Says what cannot be compared.
template <class A>
struct device_check {
  static constexpr bool checkable = checkable_device<A>;
  static_assert(checkable,
                "check_device<A> compares NVIDIA GPUs that the catalogue, or a type of yours, describes with what was found; "
                "this accelerator is none");
};

}  // namespace detail

/// How the device differs from what `A` names, in a sentence that describes both; empty where it does not.
template <class A>
  requires checkable_device<A>
std::string mismatch_of(found_device const& device) {
  auto const wanted = detail::wanted_device_of<A>();
  return detail::is_the_device(wanted.device, detail::told_device_of(device)).text();
}

/// Compares the device with the type.
/// \throws wrong_device where they differ
template <class A>
void check_device([[maybe_unused]] found_device const& device) {
  (void)sizeof(detail::device_check<A>);
  if constexpr (checkable_device<A>) {
    std::string const mismatch = mismatch_of<A>(device);
    if (!mismatch.empty()) throw wrong_device(mismatch.c_str());
  }
}

/// The same for those who take the device as it is: what differs is returned, not thrown.
template <class A>
std::string check_device([[maybe_unused]] found_device const& device, accept_mismatch_t) {
  (void)sizeof(detail::device_check<A>);
  if constexpr (checkable_device<A>) {
    return mismatch_of<A>(device);
  } else {
    return {};
  }
}

}  // namespace allotype

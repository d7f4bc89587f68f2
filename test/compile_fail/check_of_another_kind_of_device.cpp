// SPDX-License-Identifier: BSL-1.0
// A check of a device that is not an NVIDIA GPU. Only NVIDIA GPUs are found on a machine and can be compared.
// expect: check_device<A> compares NVIDIA GPUs
// expect: this accelerator is none
// expect: V5E
#include <allotype/machine/check_device.hpp>
namespace at = allotype;

void go(at::found_device const& found) {
#ifdef TWIN
  at::check_device<at::A100>(found);
#else
  at::check_device<at::V5E>(found);  // here
#endif
}

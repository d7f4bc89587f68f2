// SPDX-License-Identifier: BSL-1.0
// A check of a device that is not an NVIDIA GPU. Only NVIDIA GPUs are found on a machine and can be compared.
// expect: find<A> and matches<A> compare NVIDIA GPUs
// expect: this accelerator is not one of them
// expect: V5E
#include <allotype/allotype.hpp>
#include <allotype/machine/find.hpp>
namespace at = allotype;

void go(at::found_device const& found) {
#ifdef TWIN
  (void)at::matches<at::A100>(found);
#else
  (void)at::matches<at::V5E>(found);  // here
#endif
}

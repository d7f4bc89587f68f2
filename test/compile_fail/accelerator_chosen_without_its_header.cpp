// SPDX-License-Identifier: BSL-1.0
// Devices of an accelerator without the header that chooses them.
// expect: choose: its header is missing: write #include <allotype/parallel/registry.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

void go([[maybe_unused]] int argc, [[maybe_unused]] char** argv) {
#ifdef TWIN
  at::queue<at::cpu> on;
#else
  (void)at::choose<at::cpu>(argc, argv);  // here
#endif
}

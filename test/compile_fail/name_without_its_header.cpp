// SPDX-License-Identifier: BSL-1.0
// An accelerator by its name without the header of names.
// expect: with_accelerator: its header is missing: write #include <allotype/names.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

void go([[maybe_unused]] char const* name) {
#ifdef TWIN
  at::queue<at::cpu> on;
#else
  at::with_accelerator(name, [](auto) {});  // here
#endif
}

// SPDX-License-Identifier: BSL-1.0
// Devices of a task without the header that chooses them.
// expect: choose: its header is missing: write #include <allotype/parallel/registry.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

constexpr auto one = at::task<at::cpu>("one", [](auto&) { return 1; });
int go([[maybe_unused]] int argc, [[maybe_unused]] char** argv) {
#ifdef TWIN
  return one().value();
#else
  return at::choose(one, argc, argv);  // here
#endif
}

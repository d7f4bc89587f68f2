// SPDX-License-Identifier: BSL-1.0
// Memory as a number without a unit.
// expect: the memory of an accelerator is an amount: static constexpr allotype::bytes memory = 16_GiB;
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "xpu";
#ifdef TWIN
  static constexpr at::bytes memory = 16_GiB;
#else
  static constexpr long long memory = 16;
#endif
  using backend = at::serial;
};

void go() {
  at::queue<xpu> on;  // here
}

// SPDX-License-Identifier: BSL-1.0
// A name that is a member of each object.
// expect: an accelerator has a name: static constexpr char name[] = "acme-xpu";
#include <allotype/allotype.hpp>
namespace at = allotype;

struct xpu : at::device<xpu> {
#ifdef TWIN
  static constexpr char const* name = "xpu";
#else
  char const* name = "xpu";
#endif
  using backend = at::serial;
};

void go() {
  at::queue<xpu> on;  // here
}

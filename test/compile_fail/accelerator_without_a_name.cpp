// SPDX-License-Identifier: BSL-1.0
// An accelerator of one's own that has no name.
// expect: an accelerator has a name: static constexpr char name[] = "acme-xpu";
// expect: xpu
#include <allotype/allotype.hpp>
namespace at = allotype;

struct xpu : at::device<xpu> {
#ifdef TWIN
  static constexpr char name[] = "acme-xpu";
#else
  static constexpr int sm_count = 8;
#endif
  using backend = at::serial;
};
at::queue<xpu> on;  // here

// SPDX-License-Identifier: BSL-1.0
// An accelerator whose is_available is not static.
// expect: the member is_available is not one that the library uses, and would be ignored: write, as a public member, static bool is_available()
// expect: xpu
#include <allotype/allotype.hpp>
namespace at = allotype;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "xpu";
  using backend = at::serial;
#ifdef TWIN
  static bool is_available() { return false; }
#else
  bool is_available() { return false; }
#endif
};
at::queue<xpu> on;  // here

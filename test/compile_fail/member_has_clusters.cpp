// SPDX-License-Identifier: BSL-1.0
// A backend whose has_clusters is a function and not a constant.
// expect: the member has_clusters is not one that the library uses, and would be ignored: write, as a public member, static constexpr bool has_clusters
// expect: xpu
#include <allotype/allotype.hpp>
namespace at = allotype;

struct on_xpu : at::serial {
#ifdef TWIN
  static constexpr bool has_clusters = true;
#else
  static constexpr bool has_clusters() { return true; }
#endif
};
struct xpu : at::device<xpu> {
  static constexpr char name[] = "xpu";
  using backend = on_xpu;
};
at::queue<xpu> on;  // here

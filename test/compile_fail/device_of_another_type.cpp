// SPDX-License-Identifier: BSL-1.0
// A device whose first line was copied from another one.
// expect: the device derives from the device of another type: write struct xpu : at::device<xpu>, with the struct's own name
#include <allotype/allotype.hpp>
namespace at = allotype;

struct npu : at::device<npu> {
  static constexpr char name[] = "npu";
  using backend = at::serial;
};
#ifdef TWIN
struct xpu : at::device<xpu> {
#else
struct xpu : at::device<npu> {
#endif
  static constexpr char name[] = "xpu";
  using backend = at::serial;
};
void go() {
  at::queue<xpu> on;  // here
}

// SPDX-License-Identifier: BSL-1.0
// A view of one accelerator's buffer for a kernel on another.
// expect: this memory belongs to another accelerator than the queue
// expect: acme::xpu
// expect: allotype::cpu
// expect: copy it through the host
#include <allotype/allotype.hpp>
namespace at = allotype;

namespace acme {
struct xpu : allotype::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = allotype::serial;
};
}  // namespace acme

void go(at::queue<at::cpu>& on, at::queue<acme::xpu>& elsewhere, at::buffer<float, at::cpu>& numbers) {
  (void)elsewhere, (void)on;
#ifdef TWIN
  (void)numbers.view(on);
#else
  (void)numbers.view(elsewhere);  // here
#endif
}

// SPDX-License-Identifier: BSL-1.0
// A copy of one accelerator's buffer by the queue of another.
// expect: this memory belongs to another accelerator than the queue
// expect: acme::xpu
// expect: allotype::cpu
// expect: copy it through the host
#include <allotype/allotype.hpp>

#include <vector>
namespace at = allotype;

namespace acme {
struct xpu : allotype::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = allotype::serial;
};
}  // namespace acme

void go(at::queue<at::cpu>& on, at::queue<acme::xpu>& elsewhere, at::buffer<float, at::cpu> const& from,
        std::vector<float>& to) {
  (void)elsewhere, (void)on;
#ifdef TWIN
  at::copy(on, from, to);
#else
  at::copy(elsewhere, from, to);  // here
#endif
}

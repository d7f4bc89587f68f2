// SPDX-License-Identifier: BSL-1.0
// A queue on an accelerator that the task does not list.
// expect: the task does not list the accelerator of this queue or of these devices: it runs only on what is named in task<Wanted, ...>
// expect: acme::xpu
#include <allotype/allotype.hpp>
namespace at = allotype;

namespace acme {
struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = at::serial;
};
}  // namespace acme

constexpr auto next = at::task<at::cpu>("next", [](auto&, int number) { return number + 1; });

#ifdef TWIN
int use(at::queue<at::cpu>& on) {
#else
int use(at::queue<acme::xpu>& on) {
#endif
  auto const result = next.on(on, 1);  // here
  return result.value();
}

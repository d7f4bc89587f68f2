// SPDX-License-Identifier: BSL-1.0
// Devices that were chosen for another accelerator than the executor's.
// expect: these devices were chosen for another accelerator than the executor's: choose them with choose<A>(...)
// expect: acme::xpu
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/registry/choose.hpp>
namespace at = allotype;

namespace acme {
struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = at::serial;
};
}  // namespace acme

#ifdef TWIN
at::devices<at::cpu> const chosen = at::choose<at::cpu>();
#else
at::devices<acme::xpu> const chosen = at::choose<acme::xpu>();
#endif
at::executor<at::cpu> const train(chosen);  // here
void use() {
  train.run([](auto& here) { (void)here.queue(); });
}

// SPDX-License-Identifier: BSL-1.0
// Devices that were chosen for an accelerator that the task does not list.
// expect: the task does not list the accelerator of this queue or of these devices: it runs only on what is named in task<Wanted, ...>
// expect: queue_for_task<
// expect: acme::xpu
#include <allotype/allotype.hpp>
#include <allotype/parallel/registry/choose.hpp>
#include <vector>
namespace at = allotype;

namespace acme {
struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = at::serial;
};
}  // namespace acme

constexpr auto first = at::task<at::cpu>("first", [](auto&, std::vector<float> const& numbers) { return numbers[0]; });

float sum(std::vector<float> const& numbers) {
  float of_all = 0;
#ifdef TWIN
  auto const devices = at::choose(first);
#else
  auto const devices = at::choose<acme::xpu>();
#endif
  auto const results = first.on_each(devices, numbers);  // here
  for (auto const& each : results) of_all += each.value();
  return of_all;
}

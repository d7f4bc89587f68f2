// SPDX-License-Identifier: BSL-1.0
// A device's member with a letter too few.
// expect: the member device_here is not one that the library uses, and would be ignored: write, as a public member, in its place, static allotype::devices_present devices_here()
#include <allotype/allotype.hpp>
#include <allotype/parallel/registry/registry.hpp>
namespace at = allotype;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "xpu";
  using backend = at::serial;
#ifdef TWIN
  static at::devices_present devices_here() { return {}; }
#else
  static at::devices_present device_here() { return {}; }
#endif
};
auto const registered = at::register_accelerator<xpu>("xpu", "one of these");  // here

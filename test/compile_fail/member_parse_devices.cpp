// SPDX-License-Identifier: BSL-1.0
// A parse_devices with another parameter than a text.
// expect: the member parse_devices is not one that the library uses, and would be ignored: write, as a public member, static allotype::device_choice parse_devices(std::string_view)
// expect: xpu
#include <allotype/allotype.hpp>
#include <allotype/parallel/registry/registry.hpp>
#include <string>
namespace at = allotype;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "xpu";
  using backend = at::serial;
#ifdef TWIN
  static at::device_choice parse_devices(std::string_view) { return 1; }
#else
  static at::device_choice parse_devices(std::string const&) { return 1; }
#endif
};
auto const registered = at::register_accelerator<xpu>("xpu", "one of these");  // here

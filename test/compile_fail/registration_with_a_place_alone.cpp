// SPDX-License-Identifier: BSL-1.0
// An accelerator that is registered with its name and its place, without a description.
// expect: register_accelerator: its type is one accelerator, and the arguments are a name, a description and a place
#include <allotype/parallel/registry.hpp>
namespace at = allotype;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "xpu";
  using backend = at::serial;
};
#ifdef TWIN
auto const registered = at::register_accelerator<xpu>("xpu", "four threads", 400);
#else
auto const registered = at::register_accelerator<xpu>("xpu", 400);  // here
#endif

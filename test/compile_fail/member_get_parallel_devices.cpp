// SPDX-License-Identifier: BSL-1.0
// A member with a name of PyTorch Lightning's interface that is called differently here.
// expect: the member get_parallel_devices is not one that the library uses, and would be ignored: write, as a public member, in its place, static allotype::devices_present devices_here()
// expect: xpu
#include <allotype/allotype.hpp>
#include <allotype/parallel/registry/registry.hpp>
namespace at = allotype;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "xpu";
  using backend = at::serial;
#ifdef TWIN
  static at::devices_present devices_here() { return {"XPU", 2}; }
#else
  static int get_parallel_devices() { return 2; }
#endif
};
auto const registered = at::register_accelerator<xpu>("xpu", "one of these");  // here

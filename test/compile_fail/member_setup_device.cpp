// SPDX-License-Identifier: BSL-1.0
// A step of an accelerator's life cycle with another parameter than it is called with.
// expect: the member setup_device is not one that the library uses, and would be ignored: write, as a public member, static void setup_device(int index)
// expect: xpu
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <string>
namespace at = allotype;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "xpu";
  using backend = at::serial;
#ifdef TWIN
  static void setup_device(int) {}
#else
  static void setup_device(std::string) {}
#endif
};
at::executor<xpu> const train{};  // here
void use() {
  train.run([](auto& here) { (void)here.queue(); });
}

// SPDX-License-Identifier: BSL-1.0
// A fact as a function, of which a task's need asks.
// expect: a fact is a static constant of its accelerator: static constexpr int sm_count = 8;
#include <allotype/allotype.hpp>
namespace at = allotype;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = at::serial;
#ifdef TWIN
  static constexpr int max_threads_per_block = 256;
#else
  static constexpr int max_threads_per_block() { return 256; }
#endif
};
inline constexpr auto index = at::task<xpu, at::needs<at::threads_per_block<128>>>("index", [](auto&) {});  // here

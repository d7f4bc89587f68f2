// SPDX-License-Identifier: BSL-1.0
// A backend that is no tag of a program's own.
// expect: the backend of this accelerator lacks a function, or has it with another signature: write opened<State> open_queue
#include <allotype/allotype.hpp>
namespace at = allotype;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "xpu";
#ifdef TWIN
  using backend = at::serial;
#else
  using backend = int;
#endif
};

void go() {
  at::queue<xpu> on;  // here
}

// SPDX-License-Identifier: BSL-1.0
// An open_queue of a backend's own that opens what its base does, and does not take what is asked for: that of the base
// would be called.
// expect: the backend of this accelerator lacks a function, or has it with another signature: write opened<State> open_queue(Tag, device_request const&)
#include <allotype/allotype.hpp>
namespace at = allotype;

namespace acme {
struct threads : at::serial {};
struct xpu : at::device<xpu> {
  static constexpr char name[] = "xpu";
  using backend = threads;
};
#ifdef TWIN
inline at::opened<at::host_state> open_queue(threads, at::device_request const&) { return "the driver is missing"; }
#else
inline at::opened<at::host_state> open_queue(threads) { return "the driver is missing"; }
#endif
}  // namespace acme

void go() {
  at::queue<acme::xpu> on;  // here
}

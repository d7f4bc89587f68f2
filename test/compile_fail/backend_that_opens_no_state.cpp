// SPDX-License-Identifier: BSL-1.0
// A backend that derives from one of the library, and whose open_queue returns something else.
// expect: the backend of this accelerator lacks a function, or has it with another signature: write opened<State> open_queue(Tag, device_request const&)
#include <allotype/allotype.hpp>
namespace at = allotype;

namespace acme {
struct threads : at::serial {};
struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = threads;
};
#ifdef TWIN
inline at::opened<at::host_state> open_queue(threads, at::device_request const& asked) {
  return at::host_state{1, asked.name};
}
#else
inline bool open_queue(threads, at::device_request const&) { return true; }
#endif
}  // namespace acme
void go() {
  at::queue<acme::xpu> on;  // here
}

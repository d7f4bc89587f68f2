// SPDX-License-Identifier: BSL-1.0
// An open_queue of a backend's own that does not take what is asked for: that of its base would be called.
// expect: the backend of this accelerator lacks a function, or has it with another signature: write opened<State> open_queue(Tag, device_request const&)
#include <allotype/allotype.hpp>
namespace at = allotype;

namespace acme {
struct threads : at::serial {};
struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = threads;
};
struct state : at::host_state {};
#ifdef TWIN
inline at::opened<state> open_queue(threads, at::device_request const&) { return state{}; }
#else
inline at::opened<state> open_queue(threads) { return state{}; }
#endif
}  // namespace acme
void go() {
  at::queue<acme::xpu> on;  // here
}

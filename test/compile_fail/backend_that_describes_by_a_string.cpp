// SPDX-License-Identifier: BSL-1.0
// A describe_queue of a backend's own that returns a text of another type.
// expect: the backend of this accelerator lacks a function, or has it with another signature: write fixed_text<240> describe_queue(Tag, State const&)
#include <allotype/allotype.hpp>
#include <string>
namespace at = allotype;

namespace acme {
struct threads : at::serial {};
struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = threads;
};
#ifdef TWIN
inline at::fixed_text<240> describe_queue(threads, at::host_state const&) { return at::fixed_text<240>{"XPU"}; }
#else
inline std::string describe_queue(threads, at::host_state const&) { return "XPU"; }
#endif
}  // namespace acme
void go() {
  at::queue<acme::xpu> on;  // here
}

// SPDX-License-Identifier: BSL-1.0
// A backend without one of the functions that every backend has.
// expect: the backend of this accelerator lacks a function, or has it with another signature: write void wait_for(Tag, State&) beside the tag, in its namespace
// expect: xpu
#include <allotype/allotype.hpp>

namespace at = allotype;

namespace acme {
struct own {};
struct state {};
struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = own;
};
at::opened<state> open_queue(own, at::device_request const&);
at::fixed_text<240> describe_queue(own, state const&);
void* allocate(own, state&, std::size_t);
void deallocate(own, void*) noexcept;
void copy_bytes(own, state&, void*, void const*, std::size_t, at::direction);
template <class Index, class F>
void run_for_each(own, state&, at::extents<1, Index> const&, F const&);
#ifdef TWIN
void wait_for(own, state&);
#else
void wait(own, state&);
#endif
void begin_range(own, char const*);
void end_range(own);
}  // namespace acme

void go() {
  at::queue<acme::xpu> on;  // here
}

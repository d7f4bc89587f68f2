// SPDX-License-Identifier: BSL-1.0
// Memory in the order of a queue, on a backend that has none.
// expect: pooled_buffer<T, A>: this backend has no memory in the order of a queue: use a buffer
#include <allotype/allotype.hpp>
#include <allotype/pooled_buffer.hpp>

namespace at = allotype;

namespace acme {
struct own {};
struct state {};
at::opened<state> open_queue(own, at::device_request const&);

struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = own;
};
void* allocate(own, state&, std::size_t);
void deallocate(own, void*) noexcept;
void copy_bytes(own, state&, void*, void const*, std::size_t, at::direction);
at::fixed_text<240> describe_queue(own, state const&);
template <class Index, class F>
void run_for_each(own, state&, at::extents<1, Index> const&, F const&);
void wait_for(own, state&);
void begin_range(own, char const*);
void end_range(own);
}  // namespace acme

void go(at::queue<acme::xpu>& on) {
#ifdef TWIN
  auto numbers = at::buffer<float, acme::xpu>(on, at::extents{3});
#else
  auto numbers = at::pooled_buffer<float, acme::xpu>(on, at::extents{3});  // here
#endif
}

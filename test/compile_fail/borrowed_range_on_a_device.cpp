// SPDX-License-Identifier: BSL-1.0
// A vector of the host as a buffer of a device that does not read the host's memory.
// expect: borrowed_buffer: a range of the host, and code on this accelerator does not read the host's memory: make a buffer
#include <allotype/allotype.hpp>

#include <vector>
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

void go(at::queue<acme::xpu>& on, std::vector<float>& numbers) {
#ifdef TWIN
  auto buffer = at::buffer<float, acme::xpu>(on, numbers);
#else
  auto buffer = at::borrowed_buffer(on, numbers);  // here
#endif
}

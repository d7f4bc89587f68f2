// SPDX-License-Identifier: BSL-1.0
// Blocks of threads on a backend that has loops alone.
// expect: launch: the backend of this accelerator lacks the functions void run_launch(Tag, State&, Grid const&, F const&) and std::type_identity<Block> block_type(Tag, Grid const&)
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
void wait_for(own, state&);
void begin_range(own, char const*);
void end_range(own);
}  // namespace acme

struct nothing {
  ALLOTYPE_FN void operator()(auto const&) const {}
};

void go(at::queue<acme::xpu>& on) {
#ifdef TWIN
  at::for_each(on, at::extents{4}, nothing{});
#else
  at::launch(on, at::grid<at::threads_per_block<32>>{4}, nothing{});  // here
#endif
}

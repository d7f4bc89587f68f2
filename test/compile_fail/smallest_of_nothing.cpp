// SPDX-License-Identifier: BSL-1.0
// Needs that no partition of an A100 meets. The error names the nearest, the whole GPU. What follows compiles.
// expect: smallest: neither a partition of this device nor all of it meets the needs
// expect: closest_offer<
// expect: unpartitioned<allotype::A100>
// expect: asked_MiB<81920>
// expect: offered_MiB<40960>
// expect: fact::fp8
// expect: not_offered
// computed: smallest: nothing that A100 can be had as meets the needs; the closest is A100 unpartitioned, which
// computed: lacks memory 80 GiB (it has 40 GiB), fp8 (it has none)
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
using place = at::smallest<at::A100, at::needs<at::sm_count<100>, at::bf16, at::memory<40_GiB>>>;
#else
using place = at::smallest<at::A100, at::needs<at::sm_count<100>, at::fp8, at::memory<80_GiB>>>;  // here
#endif
struct work {
  template <class A>
  void operator()(at::queue<A>&) const {}
};
inline constexpr auto job = at::task<place>("work", work{});

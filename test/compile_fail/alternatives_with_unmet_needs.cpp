// SPDX-License-Identifier: BSL-1.0
// Two of three alternatives do not meet the needs. The error lists both with what they lack; the CPU is exempt.
// expect: the accelerator does not offer what is needed
// expect: 2g_10gb
// expect: asked<29>
// expect: offered<28>
// expect: T4
// expect: fact::bf16
// expect: not_offered
// computed: A100 2g.10gb does not meet the needs: streaming multiprocessors 29 (it has 28); A100 3g.20gb would do.
// computed: T4 does not meet the needs: bf16 (it has none)
#include <allotype/allotype.hpp>
namespace at = allotype;

struct work {
  template <class A>
  void operator()(at::queue<A>&) const {}
};
using wanted = at::any_of<at::A100::partition<"2g.10gb">, at::A100, at::T4, at::cpu>;
#ifdef TWIN
inline constexpr auto job = at::task<wanted, at::needs<at::sm_count<28>>>("work", work{});
#else
inline constexpr auto job = at::task<wanted, at::needs<at::sm_count<29>, at::bf16>>("work", work{});  // here
#endif

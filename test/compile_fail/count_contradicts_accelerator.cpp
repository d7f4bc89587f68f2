// SPDX-License-Identifier: BSL-1.0
// A task on a GPU that asks for 0 GPUs.
// expect: the number of accelerators contradicts what the task wants
// expect: A100
// expect: gpus<0>
// expect: leave gpus<...> out, or make it fit
#include <allotype/allotype.hpp>
namespace at = allotype;

struct work {
  template <class A>
  void operator()(at::queue<A>&) const {}
};
#ifdef TWIN
inline constexpr auto job = at::task<at::A100, at::limits<at::gpus<1>>>("work", work{});
#else
inline constexpr auto job = at::task<at::A100, at::limits<at::gpus<0>>>("work", work{});  // here
#endif

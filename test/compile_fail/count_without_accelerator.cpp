// SPDX-License-Identifier: BSL-1.0
// A task that runs on the CPU alone and asks for GPUs.
// expect: the number of accelerators contradicts what the task wants
// expect: cpu
// expect: gpus<2
// expect: leave gpus<...> out, or make it fit
#include <allotype/allotype.hpp>
namespace at = allotype;

struct work {
  template <class A>
  void operator()(at::queue<A>&) const {}
};
#ifdef TWIN
inline constexpr auto job = at::task<at::any_of<at::A100, at::cpu>, at::limits<at::gpus<2>>>("work", work{});
#else
inline constexpr auto job = at::task<at::cpu, at::limits<at::gpus<2>>>("work", work{});  // here
#endif

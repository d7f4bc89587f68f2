// SPDX-License-Identifier: BSL-1.0
// The same alternative twice: the second one would never be used.
// expect: any_of<...> lists the same accelerator twice
// expect: A100
// expect: H200
#include <allotype/allotype.hpp>
namespace at = allotype;

struct work {
  template <class A>
  void operator()(at::queue<A>&) const {}
};
#ifdef TWIN
inline constexpr auto job = at::task<at::any_of<at::A100, at::H200, at::cpu>>("work", work{});
#else
inline constexpr auto job = at::task<at::any_of<at::A100, at::H200, at::A100, at::cpu>>("work", work{});  // here
#endif

// Uses of the task bring no second error.
inline constexpr char const* name = job.name();

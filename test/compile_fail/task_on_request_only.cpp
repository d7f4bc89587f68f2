// SPDX-License-Identifier: BSL-1.0
// A call of a task whose alternatives can only be requested.
// expect: nothing in this file runs code on this accelerator: code runs on allotype::cpu
// expect: V5E
// expect: all others can only be requested from a scheduler
#include <allotype/allotype.hpp>
namespace at = allotype;

struct work {
  template <class A>
  int operator()(at::queue<A>&) const {
    return 1;
  }
};
#ifdef TWIN
constexpr auto task = at::task<at::any_of<at::V5E, at::cpu>>("work", work{});
#else
constexpr auto task = at::task<at::V5E>("work", work{});
#endif
void go() { (void)task(); }  // here

// SPDX-License-Identifier: BSL-1.0
// A library's class asks for an accelerator that code runs on.
// expect: no backend runs code on this accelerator: it can be requested from a scheduler, not dispatched to. Dispatch to allotype::cpu
// expect: give your accelerator a backend (using backend = ...)
// expect: V5E
#include <allotype/allotype.hpp>
namespace at = allotype;

template <class A>
  requires at::dispatchable<A>
class filter {
  at::queue<A> on_;
};

#ifdef TWIN
using smoother = filter<at::cpu>;
#else
using smoother = filter<at::V5E>;  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// A function for whatever accelerator is named opens a queue of each: nothing runs on most of them, in one error.
// expect: nothing in this file runs code on this accelerator: code runs on allotype::cpu
// expect: For any accelerator, ask if constexpr (allotype::dispatchable<A>)
#include <allotype/allotype.hpp>
#include <allotype/names.hpp>
namespace at = allotype;

void go(char const* name) {
  at::with_accelerator(name, []<class A>(std::type_identity<A>) {
#ifdef TWIN
    if constexpr (at::dispatchable<A>) {
      at::queue<A> on;
      on.wait();
    }
#else
    at::queue<A> on;  // here
    on.wait();
#endif
  });
}

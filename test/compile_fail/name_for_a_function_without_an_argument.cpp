// SPDX-License-Identifier: BSL-1.0
// A function that takes no type.
// expect: with_accelerator: the name comes first, then a function that takes std::type_identity<A>: with_accelerator(name, []<class A>(std::type_identity<A>) { ... })
#include <allotype/allotype.hpp>
#include <allotype/names.hpp>
namespace at = allotype;

#ifdef TWIN
void go(char const* name) {
  at::with_accelerator(name, []<class A>(std::type_identity<A>) {});
}
#else
void go(char const* name) {
  at::with_accelerator(name, []<class A>() {});  // here
}
#endif

// SPDX-License-Identifier: BSL-1.0
// The argument of a generic lambda in place of the accelerator that it tells: one error, not one for each of the list.
// expect: std::type_identity<A> is what with_accelerator calls its function with, and no accelerator
#include <allotype/allotype.hpp>
#include <allotype/names.hpp>
namespace at = allotype;

void print(char const* text);

void go() {
#ifdef TWIN
  at::with_accelerator("A100", []<class A>(std::type_identity<A>) { print(at::name_of<A>); });
#else
  at::with_accelerator("A100", [](auto device) { print(at::name_of<decltype(device)>); });  // here
#endif
}

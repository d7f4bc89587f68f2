// SPDX-License-Identifier: BSL-1.0
// The same where a queue is opened: one error, too.
// expect: std::type_identity<A> is what with_accelerator calls its function with, and no accelerator
#include <allotype/allotype.hpp>
#include <allotype/names.hpp>
namespace at = allotype;

void go() {
#ifdef TWIN
  at::with_accelerator<at::list<at::cpu>>("cpu", []<class A>(std::type_identity<A>) { at::queue<A> on; });
#else
  at::with_accelerator("cpu", [](auto device) { at::queue<decltype(device)> on; });  // here
#endif
}

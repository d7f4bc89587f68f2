// SPDX-License-Identifier: BSL-1.0
// A call of a task with another argument than its function takes after the queue.
// expect: the task's function cannot be called on this alternative with these arguments
// expect: It takes the alternative's queue first, (queue<A>& on, ...) or (auto& on, ...)
// expect: allotype::cpu
// expect(gcc): Arguments = {const char (&)[6]}
// expect(clang): const char (&)[6]>' requested here
// expect(nvcc): Arguments=<const char (&)[6]>
#include <allotype/allotype.hpp>
namespace at = allotype;

constexpr auto doubled = at::task<at::cpu>("doubled", [](auto&, float number) { return 2 * number; });
#ifdef TWIN
float go() { return doubled(3.5f).value(); }
#else
float go() { return doubled("three").value(); }  // here
#endif

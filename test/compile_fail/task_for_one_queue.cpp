// SPDX-License-Identifier: BSL-1.0
// A function that takes the queue of one alternative, in a task with two.
// expect: the task's function cannot be called on this alternative with these arguments
// expect: It takes the alternative's queue first, (queue<A>& on, ...) or (auto& on, ...)
// expect(gcc): allotype::host::queue<allotype::A100>&)>, allotype::cpu>
// expect(clang): task_call<(lambda at
// expect(clang): allotype::cpu>' requested here
// expect(nvcc): queue<allotype::A100> &)->int, Alternative=allotype::cpu
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr auto answer = at::task<at::any_of<at::A100, at::cpu>>("answer", [](auto&) { return 42; });
#else
constexpr auto answer = at::task<at::any_of<at::A100, at::cpu>>("answer", [](at::queue<at::A100>&) { return 42; });
#endif
int go() { return answer().value(); }  // here

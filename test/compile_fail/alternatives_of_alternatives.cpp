// SPDX-License-Identifier: BSL-1.0
// An alternative is an accelerator; the task has no second error.
// expect: any_of<...> takes accelerators: devices, partitions and allotype::cpu
#include <allotype/allotype.hpp>
namespace at = allotype;
#ifdef TWIN
using wanted = at::any_of<at::A100, at::cpu>;
#else
using wanted = at::any_of<at::any_of<at::A100>, at::cpu>;
#endif
constexpr auto answer = at::task<wanted>("answer", [](auto&) { return 42; });  // here
inline int go() { return answer().value(); }

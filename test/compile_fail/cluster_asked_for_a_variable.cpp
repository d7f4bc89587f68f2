// SPDX-License-Identifier: BSL-1.0
// A task in place of its type. nvcc has a second error.
// expect(gcc): types_of_tasks_such_as_decltype_of_one
// expect(clang): template argument for template type parameter must be a type
// expect(clang): types_of_tasks_such_as_decltype_of_one
// only: gcc clang
#include <allotype/allotype.hpp>
#include <allotype/cluster/pools/agreement.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

using shared = at::pool<"shared", at::system<"kubernetes-mixed">, at::nodes<4>, at::gpus_of<at::A100, 2>>;
using lab = at::cluster<shared>;
inline constexpr auto detect = at::task<at::any_of<at::A100, at::cpu>>("detect", [](auto&) {});
#ifdef TWIN
static_assert(at::serves_together<lab, decltype(detect)>);
#else
static_assert(at::serves_together<lab, detect>);  // here
#endif

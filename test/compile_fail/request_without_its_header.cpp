// SPDX-License-Identifier: BSL-1.0
// A request to a system without the header of systems.
// expect: system: its header is missing: write #include <allotype/cluster/request/system.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

inline constexpr auto work = at::task<at::A100>("work", [](auto&) {});
#ifdef TWIN
static_assert(at::meets<at::A100, at::needs<at::bf16>>);
#else
constexpr auto pod = at::request<at::system<"kubernetes-mixed">>(work);  // here
#endif

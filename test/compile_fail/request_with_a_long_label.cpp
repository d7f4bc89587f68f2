// SPDX-License-Identifier: BSL-1.0
// The label of a shared partition would have 70 characters.
// expect: would have more than 63 characters
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

using shared = at::system<"kubernetes-single", at::setting<"replicas", "2">>;
#ifdef TWIN
using slice = at::RTX_PRO_6000_BLACKWELL::partition<"1g.24gb">;
#else
using slice = at::RTX_PRO_6000_BLACKWELL::partition<"1g.24gb+me.all">;
#endif
inline constexpr auto request = at::request<shared, slice>();  // here

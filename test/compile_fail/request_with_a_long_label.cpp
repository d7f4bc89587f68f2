// SPDX-License-Identifier: BSL-1.0
// The label of a shared partition would have 70 characters.
// expect: would have more than 63 characters
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
namespace at = allotype;

struct shared {
  static constexpr at::kubernetes::settings settings{.strategy = at::kubernetes::mig_strategy::single, .replicas = 2};
};
#ifdef TWIN
using slice = at::RTX_PRO_6000_BLACKWELL::partition<"1g.24gb">;
#else
using slice = at::RTX_PRO_6000_BLACKWELL::partition<"1g.24gb+me.all">;
#endif
inline constexpr auto request = at::request_for<shared, slice>();  // here

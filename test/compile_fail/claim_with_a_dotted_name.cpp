// SPDX-License-Identifier: BSL-1.0
// A request in a claim is named after a profile, dot included.
// expect: the name of a request in a claim is a DNS label
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/dra.hpp>
namespace at = allotype;

struct pool {
#ifdef TWIN
  static constexpr at::dra::settings settings{.request_name = "mig-2g-10gb"};
#else
  static constexpr at::dra::settings settings{.request_name = "mig-2g.10gb"};
#endif
};
inline constexpr auto request = at::request_for<pool, at::A100::partition<"2g.10gb">>();  // here

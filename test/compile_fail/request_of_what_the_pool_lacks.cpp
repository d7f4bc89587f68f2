// SPDX-License-Identifier: BSL-1.0
// More than a node of the pool has.
// expect: each node of this pool has fewer of what is asked for
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

using slices =
    at::pool<"small", at::system<"kubernetes-mixed">, at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb">>;
#ifdef TWIN
inline constexpr at::request_options options{.count = 2};
#else
inline constexpr at::request_options options{.count = 3};
#endif
inline constexpr auto request = at::request<slices, at::A100::partition<"1g.5gb">>(options);  // here

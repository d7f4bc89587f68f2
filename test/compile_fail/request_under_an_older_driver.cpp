// SPDX-License-Identifier: BSL-1.0
// A partition that the driver of the nodes does not have.
// expect: this partition came with a later driver than that of the nodes
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using nodes = at::system<"kubernetes-mixed", at::setting<"driver", "525">>;
#else
using nodes = at::system<"kubernetes-mixed", at::setting<"driver", "470">>;
#endif
inline constexpr auto request = at::request<nodes, at::A100::partition<"1g.10gb">>();  // here

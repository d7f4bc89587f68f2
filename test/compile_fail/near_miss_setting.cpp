// SPDX-License-Identifier: BSL-1.0
// A misspelt setting of a system. The error has the nearest.
// expect: the system has no setting of this name; unknown_setting<Name, Nearest> has the nearest
// expect(gcc): {"instance-type"}
// expect(clang): {"instance-type"}
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using odd = at::system<"eks-node-group", at::setting<"instance-type", "p5.4xlarge">>;
#else
using odd = at::system<"eks-node-group", at::setting<"instance-typ", "p5.4xlarge">>;
#endif
inline constexpr auto request = at::request<odd, at::H100_80GB>();  // here

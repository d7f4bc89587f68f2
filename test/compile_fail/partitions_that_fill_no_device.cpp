// SPDX-License-Identifier: BSL-1.0
// A device's modes divide all of it: nine of eight partitions are more than one device and less than two.
// expect: gpus_of<A, N>: a device's modes divide all of it, so N is a multiple of A::max_instances
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

#ifdef TWIN
using parts = at::gpus_of<at::MI300X::partition<"CPX/NPS4">, 16>;
#else
using parts = at::gpus_of<at::MI300X::partition<"CPX/NPS4">, 9>;
#endif
using amd = at::pool<"amd", at::system<"amd-mixed">, parts>;  // here
inline constexpr auto request = at::request<amd, at::MI300X::partition<"CPX/NPS4">>();

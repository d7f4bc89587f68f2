// SPDX-License-Identifier: BSL-1.0
// A slice that Google has and Flyte does not offer.
// expect: Flyte does not hand out this partition
// expect: V5P
// expect: topology<2, 2, 4>
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/flyte.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr auto request = at::flyte::to_flyte_idl<at::V5P::slice<"2x2x2">>;
#else
inline constexpr auto request = at::flyte::to_flyte_idl<at::V5P::slice<"2x2x4">>;  // here
#endif

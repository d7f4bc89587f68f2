// SPDX-License-Identifier: BSL-1.0
// An A16, for which Flyte has no published name.
// expect: no Flyte name is published for this device
// expect: A16
// expect: unlisted_gpu<"label">
// expect: flyte_name
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/flyte.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::flyte::to_flyte_idl<at::A10>.size() > 0);
#else
static_assert(at::flyte::to_flyte_idl<at::A16>.size() > 0);  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// A request to Flyte for the CPU, which is not an accelerator there.
// expect: the host processor is no accelerator to request of Flyte
// expect: cpu
// expect: asks for cpus and memory alone
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/flyte.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::flyte::to_flyte_idl<at::A10>.size() > 0);
#else
static_assert(at::flyte::to_flyte_idl<at::cpu>.size() > 0);  // here
#endif

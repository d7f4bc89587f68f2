// SPDX-License-Identifier: BSL-1.0
// Dispatch to a device that the catalogue does not list; it can only be requested.
// expect: nothing in this file runs code on this accelerator: code runs on allotype::cpu
// expect: unlisted_gpu<
// expect: on accelerators with a backend (using backend = ...)
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
at::queue<at::cpu> on;
#else
at::queue<at::unlisted_gpu<"acme-x1">> on;  // here
#endif

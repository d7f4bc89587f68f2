// SPDX-License-Identifier: BSL-1.0
// A TPU can be requested; nothing here runs code on it.
// expect: no backend runs code on this accelerator
// expect: V5E
// expect: Dispatch to allotype::cpu, to an NVIDIA GPU
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
at::queue<at::cpu> on;
#else
at::queue<at::V5E> on;  // here
#endif

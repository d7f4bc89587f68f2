// SPDX-License-Identifier: BSL-1.0
// The occupancy of a K80, whose threads for each multiprocessor are not published.
// expect: it is not published what a streaming multiprocessor of this accelerator has
// expect: K80
#include <allotype/catalog/nvidia.hpp>
#include <allotype/plan/occupancy.hpp>
namespace at = allotype;

#ifdef TWIN
int full() { return at::occupancy<at::T4, at::threads_per_block<256>>.blocks_per_sm; }
#else
int full() { return at::occupancy<at::K80, at::threads_per_block<256>>.blocks_per_sm; }  // here
#endif

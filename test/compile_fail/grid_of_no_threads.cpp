// SPDX-License-Identifier: BSL-1.0
// A grid whose blocks have no threads.
// expect: threads_per_block<N>: a block has at least one thread
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr at::grid<at::threads_per_block<64>> blocks{4};
#else
inline constexpr at::grid<at::threads_per_block<0>> blocks{4};  // here
#endif

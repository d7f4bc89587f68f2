// SPDX-License-Identifier: BSL-1.0
// As many blocks as cover a number of threads, where the number of a block is stated.
// expect: grid<...>{...}: the numbers are the blocks, then the threads where the options have
#include <allotype/automatic_threads.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr at::grid<at::threads_per_block<at::automatic>> blocks{at::covering{1000}};
#else
inline constexpr at::grid<at::threads_per_block<64>> blocks{at::covering{1000}};  // here
#endif

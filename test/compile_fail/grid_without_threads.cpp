// SPDX-License-Identifier: BSL-1.0
// A grid without the option that is required.
// expect: grid<...>: the options lack threads_per_block<N>
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
auto shape() { return at::grid<at::shared_memory_per_block<1_KiB>, at::threads_per_block<64>>{4}; }
#else
auto shape() { return at::grid<at::shared_memory_per_block<1_KiB>>{4}; }  // here
#endif

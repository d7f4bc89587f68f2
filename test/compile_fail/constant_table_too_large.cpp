// SPDX-License-Identifier: BSL-1.0
// A table that is more than a kernel can hold.
// expect: constant_table<T, N>: too large to be copied with a kernel: at most 32,256 bytes
// expect: put it into a buffer and give the kernel a view of it
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
at::constant_table<float, 1000> table;
#else
at::constant_table<float, 10000> table;  // here
#endif

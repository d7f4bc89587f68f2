// SPDX-License-Identifier: BSL-1.0
// A literal of more bytes than can be counted.
// expect: a product of bytes is 2^64 or more
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
inline bool is_all(at::bytes memory) { return memory == 17179869183_GiB; }
#else
inline bool is_all(at::bytes memory) { return memory == 17179869184_GiB; }  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// An atomic operation on a struct of three numbers.
// expect: atomic: the element is of another type than integers, float, double, and structs of 4 or 8 bytes
#include <allotype/allotype.hpp>
namespace at = allotype;

struct best {
  float distance;
  int row;
#ifndef TWIN
  int column;
#endif
};
#ifdef TWIN
struct alignas(8) element : best {};
#else
using element = best;
#endif
element read(element& from) { return at::atomic(from).load(); }  // here

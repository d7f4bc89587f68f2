// SPDX-License-Identifier: BSL-1.0
// A fraction as the index of a device.
// expect: queue: a device is named by its index, an integer, or by the text of its UUID
// expect: double
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
auto open() { return at::queue<at::cpu>::open(1); }
#else
auto open() { return at::queue<at::cpu>::open(1.5); }  // here
#endif

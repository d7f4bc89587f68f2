// SPDX-License-Identifier: BSL-1.0
// A fraction as the index of a device.
// expect: a_device_is_named_by_an_integer_or_a_uuid
// expect: double
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
auto open() { return at::queue<at::cpu>::open(1); }
#else
auto open() { return at::queue<at::cpu>::open(1.5); }  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// An amount of memory times a fraction.
// expect: an amount of memory is multiplied and divided by integers: write 3 * 1_GiB / 2 for 1.5 * 1_GiB
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

at::bytes more_than(at::bytes memory) {
#ifdef TWIN
  return 3 * memory / 2;
#else
  return 1.5 * memory;  // here
#endif
}

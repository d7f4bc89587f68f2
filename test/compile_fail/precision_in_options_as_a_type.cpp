// SPDX-License-Identifier: BSL-1.0
// A precision's type in place of its name.
// expect: a precision is chosen by its name, or by 64, 32 or 16: {.precision = "bf16-mixed"}
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

void make() {
#ifdef TWIN
  (void)at::make_executor({.precision = "bf16-mixed"});
#else
  (void)at::make_executor({.precision = at::bf16_mixed{}});  // here
#endif
}

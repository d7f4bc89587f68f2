// SPDX-License-Identifier: BSL-1.0
// A concept that is not met says why by its name.
// only: gcc clang
// expect: these_instances_fit_on_one_empty_device
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::can_layout<at::A100, "4g.20gb", "3g.20gb">);
#else
static_assert(at::can_layout<at::A100, "7g.40gb", "1g.5gb">);  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// More instances than one GPU has room for.
// expect: these instances do not fit on one GPU
// expect: A100
// expect: no_place_for
// expect: mig::_1g_5gb
// expect: beside
// expect: mig::_3g_20gb
// expect: nearest_set_that_fits
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::A100, "3g.20gb", "4g.20gb">;
#else
using together = at::layout<at::A100, "3g.20gb", "4g.20gb", "1g.5gb">;  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// Two instances that are to start where they overlap.
// expect: the stated starts of two instances overlap
// expect: A100
// expect: mig::_2g_10gb
// expect: placed<
// expect: mig::_3g_20gb, 4>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::A100, at::at<"3g.20gb", 4>, at::at<"2g.10gb", 2>>;
#else
using together = at::layout<at::A100, at::at<"3g.20gb", 4>, at::at<"2g.10gb", 4>>;  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// A start that the driver does not list for the profile.
// expect: no instance of this profile starts there; starts<...> lists where they do
// expect: A100
// expect: mig::_3g_20gb
// expect: "3g.20gb"
// expect: starts<0, 4>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::A100, at::at<"3g.20gb", 4>>;
#else
using together = at::layout<at::A100, at::at<"3g.20gb", 2>>;  // here
#endif

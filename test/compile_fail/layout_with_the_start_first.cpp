// SPDX-License-Identifier: BSL-1.0
// The start before the profile.
// expect: at: the profile comes first, and then where it starts: at<"3g.20gb", 4>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using halves = at::layout<at::A100, at::at<"3g.20gb", 4>, "3g.20gb">;
#else
using halves = at::layout<at::A100, at::at<4, "3g.20gb">, "3g.20gb">;  // here
#endif
static_assert(halves::size == 2);

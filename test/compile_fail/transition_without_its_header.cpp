// SPDX-License-Identifier: BSL-1.0
// A transition without the header that searches for one.
// expect: transition: its header is missing: write #include <allotype/cluster/provision.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

using now = at::layout<at::A100, "3g.20gb">;
#ifdef TWIN
static_assert(now::size == 1);
#else
using change = at::transition<now, now>;  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// The same from types.
// expect: these instances do not fit on one GPU
// expect: A100
// expect: mig::_1g_5gb
// expect: mig::_7g_40gb
#include <allotype/allotype.hpp>
namespace at = allotype;

using whole = at::A100::partition<"7g.40gb">;
#ifdef TWIN
using together = at::layout_of<at::A100, whole>;
#else
using together = at::layout_of<at::A100, whole, at::A100::partition<"1g.5gb">>;  // here
#endif

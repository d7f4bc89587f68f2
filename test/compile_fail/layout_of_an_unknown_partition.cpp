// SPDX-License-Identifier: BSL-1.0
// A layout with a profile that the board does not offer.
// expect: this GPU has no such profile; the error lists those it has
// expect: A100
// expect: "2g.40gb"
// expect: mig::_1g_5gb
// expect: mig::_7g_40gb
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::A100, "3g.20gb", "2g.10gb">;
#else
using together = at::layout<at::A100, "3g.20gb", "2g.40gb">;  // here
#endif

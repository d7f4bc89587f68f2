// SPDX-License-Identifier: BSL-1.0
// A profile that the board does not offer.
// expect: this device has no such partition; the error lists those it has
// expect: A100
// expect: "2g.40gb"
// expect: mig::_1g_5gb
// expect: mig::_7g_40gb
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"2g.10gb">;
#else
using wanted = at::A100::partition<"2g.40gb">;  // here
#endif

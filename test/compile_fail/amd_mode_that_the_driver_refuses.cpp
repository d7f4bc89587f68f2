// SPDX-License-Identifier: BSL-1.0
// A mode that the rule allows and the driver refuses.
// expect: the driver never allows these two modes together on this device
// expect: MI300X
// expect: "QPX/NPS2"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::MI300X::partition<"QPX/NPS4">;
#else
using wanted = at::MI300X::partition<"QPX/NPS2">;  // here
#endif

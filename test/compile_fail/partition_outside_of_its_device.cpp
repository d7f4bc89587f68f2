// SPDX-License-Identifier: BSL-1.0
// A partition asked for as a template of the library, and not as a member of its device.
// expect: partition: a partition is named as a member of its device: A100::partition<"2g.10gb">
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"2g.10gb">;
#else
using wanted = at::partition<at::A100, "2g.10gb">;  // here
#endif
wanted* used;  // compilers go on with the device

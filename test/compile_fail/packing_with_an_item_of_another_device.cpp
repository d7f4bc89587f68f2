// SPDX-License-Identifier: BSL-1.0
// An item that no GPU of the model can take.
// expect: no GPU here can take the item in left_over<...>
// expect: A100
// expect: left_over
// expect: H100_80GB
#include <allotype/allotype.hpp>
namespace at = allotype;

using first = at::A100::partition<"4g.20gb">;
#ifdef TWIN
using together = at::pack<at::A100, first, at::any_of<at::H100_80GB, at::A100>>;
#else
using together = at::pack<at::A100, first, at::H100_80GB>;  // here
#endif

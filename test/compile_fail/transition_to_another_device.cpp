// SPDX-License-Identifier: BSL-1.0
// A GPU stays what it is.
// expect: a transition is between two layouts of one device, under the same rules
// computed: a transition is between two layouts of one device, under the same rules, and these are of A100 and of
// computed: H100_80GB
#include <allotype/catalog/nvidia.hpp>
#include <allotype/cluster/provision/transition.hpp>
namespace at = allotype;

using now = at::layout<at::A100, "3g.20gb">;
#ifdef TWIN
using change = at::transition<now, at::layout<at::A100, "4g.20gb">>;
#else
using change = at::transition<now, at::layout<at::H100_80GB, "3g.40gb">>;  // here
#endif
inline constexpr int created = change::created;

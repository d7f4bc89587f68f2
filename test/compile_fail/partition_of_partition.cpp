// SPDX-License-Identifier: BSL-1.0
// A partition is not partitioned again.
// expect: a_partition_is_not_partitioned_again__ask_its_device
// expect: A100
// expect: mig::_2g_10gb
// expect: "1g.5gb"
// expect: mig::_7g_40gb
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"1g.5gb">;
#else
using wanted = at::A100::partition_2g_10gb::partition<"1g.5gb">;  // here
#endif

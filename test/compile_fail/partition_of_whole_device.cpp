// SPDX-License-Identifier: BSL-1.0
// Nor is what was asked for as a whole.
// expect: a_partition_is_not_partitioned_again__ask_its_device
// expect: unpartitioned<
// expect: A100
// expect: "1g.5gb"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"1g.5gb">;
#else
using wanted = at::A100::unpartitioned::partition<"1g.5gb">;  // here
#endif

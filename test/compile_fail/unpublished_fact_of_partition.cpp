// SPDX-License-Identifier: BSL-1.0
// An unpublished fact of a slice. The board's value is not used instead.
// expect: this fact is not published for this accelerator
// expect: mig_partition
// expect: B300
// expect: fact::memory
// expect: fact::compute_slices
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

#ifdef TWIN
static_assert(at::fact_of<at::A100::partition<"2g.10gb">, at::fact::memory> >= 8_GiB);
#else
static_assert(at::fact_of<at::B300::partition<"2g.67gb">, at::fact::memory> >= 8_GiB);  // here
#endif

// SPDX-License-Identifier: BSL-1.0
// The number of multiprocessors of a B300, which is not published.
// expect: this fact is not published for this accelerator
// expect: B300
// expect: fact::sm_count
// expect: fact::compute_capability
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::fact_of<at::B200, at::fact::sm_count> > 100);
#else
static_assert(at::fact_of<at::B300, at::fact::sm_count> > 100);  // here
#endif

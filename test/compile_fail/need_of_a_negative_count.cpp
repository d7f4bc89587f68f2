// SPDX-License-Identifier: BSL-1.0
// A negative count, in needs that are used twice.
// expect: a count such as sm_count<N> cannot be negative
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::needs<at::sm_count<1>>;
#else
using wanted = at::needs<at::sm_count<-1>>;
#endif
constexpr bool met = at::check_needs<at::A100, wanted>;  // here
using slice = at::smallest<at::A100, wanted>;
constexpr auto memory = at::fact_of<slice, at::fact::memory>;
static_assert(met && memory.count > 0);
